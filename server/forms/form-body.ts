import type { Request, Response } from 'express';
import { readBounded } from './bounded-body.ts';
import { cvError, cvFault, type CvFault } from './cv-fault.ts';
import { declaredLength } from './drain-body.ts';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import { readMultipart } from './read-multipart.ts';
import { readText, textTooLong } from './read-text.ts';
import { UploadRate } from './upload-rate.ts';
import type { UploadClient, UploadSlots } from './upload-slots.ts';
import { UploadStorage, type Upload } from './upload-storage.ts';

/** A form's body. Whoever reads it calls `discard` at the end. */
export type FormBody = {
  /** The text fields as sent; others than the form's are among them. */
  fields: Readonly<Record<string, string>>;
  cv: { upload: Upload; originalName: string } | null;
  /** What is wrong with the CV that was sent, or with none; null for a form without one. */
  cvFault: CvFault | null;
  /** Removes an upload that no entry took. */
  discard(): Promise<void>;
};

export type FormBodyOptions = {
  limits: FormLimits;
  /** Null for a form without a CV. */
  upload: UploadOptions | null;
};

export type UploadOptions = {
  /** Where the CV is stored while it comes. */
  path: string;
  slots: UploadSlots;
  client: UploadClient;
};

/** Names that reach an object's prototype in careless code further on. */
const PROTOTYPE_POLLUTING_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export function isMultipart(request: Request): boolean {
  return request.is('multipart/form-data') !== false;
}

/** @throws FormError 415 when the body cannot be a form, before any of it is read. */
export function checkBodyType(request: Request): void {
  const isEncoded = request.headers['content-encoding'] !== undefined;
  // `is` says null for a request without a body: that is an empty form.
  const isText = request.is(['application/x-www-form-urlencoded', 'application/json']) !== false;
  if (isEncoded || (!isText && !isMultipart(request))) throw new FormError(415, 'content-type');
}

/** Reads the body. @throws FormError, and OutboxStorageError when the disk does not take a CV. */
export async function readFormBody(
  request: Request,
  response: Response,
  { limits, upload }: FormBodyOptions,
): Promise<FormBody> {
  if (upload !== null && isMultipart(request))
    return readUploadBody(request, response, { limits, ...upload });
  const fields = await readTextBody(request, response, limits);
  const fault = upload === null ? null : cvFault('cv-missing');
  return { fields, cv: null, cvFault: fault, discard: async () => {} };
}

async function readTextBody(
  request: Request,
  response: Response,
  limits: FormLimits,
): Promise<Record<string, string>> {
  if (declaredLength(request) > limits.maxTextBytes) throw textTooLong();
  const bounds = { maxBytes: limits.maxTextBytes, maxMs: limits.textBodyMs, isBusy: () => false };
  await readBounded(request, bounds, async () => {
    if (isMultipart(request)) await readMultipart(request, response, { limits, files: 'reject' });
    else await readText(request, response, limits);
  });
  return textFields(request.body);
}

/**
 * Reads a CV that is too large as well, as far as a rejected body is drained at all: then its sender
 * learns its size and gets back what was typed.
 */
async function readUploadBody(
  request: Request,
  response: Response,
  { limits, path, slots, client }: UploadOptions & { limits: FormLimits },
): Promise<FormBody> {
  const declared = declaredLength(request);
  if (declared > limits.rejectedBytes) throw cvError(cvFault('cv-too-large'));
  const meter = new UploadRate(limits);
  const aborting = new AbortController();
  const slot = slots.open(client, {
    isStalled: () => meter.isStalled(),
    abort: (error) => aborting.abort(error),
  });
  const storage = new UploadStorage({
    path,
    mayContinue: async (bytes) => {
      if (bytes > limits.freeUploadBytes) await slot.acquire();
    },
  });
  const bounds = {
    maxBytes: Math.max(declared, limits.maxUploadBytes),
    maxMs: limits.uploadBodyMs,
    isBusy: () => storage.isBusy(),
    signal: aborting.signal,
    rate: { meter, checkMs: limits.uploadRateCheckMs, onStall: () => slot.release() },
  };
  try {
    const name = await readBounded(request, bounds, () =>
      readMultipart(request, response, { limits, files: storage }),
    );
    const fields = textFields(request.body);
    return { fields, ...judgeCv(storage, name), discard: () => storage.discard() };
  } catch (error) {
    // Before the file is discarded, which waits for the slot that it waits for.
    slot.close();
    await storage.discard();
    throw error;
  } finally {
    slot.close();
  }
}

/** `name` is null when no file was sent. */
function judgeCv(storage: UploadStorage, name: string | null): Pick<FormBody, 'cv' | 'cvFault'> {
  const { upload } = storage;
  if (name === null) return { cv: null, cvFault: cvFault('cv-missing') };
  if (upload !== null) return { cv: { upload, originalName: name }, cvFault: null };
  const cause = storage.hasFile() ? storage.cause() : 'cv-wrong-name';
  return { cv: null, cvFault: cvFault(cause, storage.size) };
}

/** The fields of a parsed body. @throws FormError when they are not texts. */
function textFields(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new FormError(400, 'malformed');
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    if (PROTOTYPE_POLLUTING_KEYS.has(name)) throw new FormError(400, 'malformed');
    if (typeof value === 'string') fields[name] = value;
    else if (typeof value === 'number') fields[name] = String(value);
    else throw new FormError(422, 'invalid', { errors: { [name]: 'Please send one text.' } });
  }
  return fields;
}
