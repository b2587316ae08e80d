import type { Request, Response } from 'express';
import { readBounded } from './bounded-body.ts';
import { cvError, type CvFault } from './cv-fault.ts';
import { declaredLength } from './drain-body.ts';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import { isMultipart, parseBody, textTooLong } from './parse-body.ts';
import { UploadRate } from './upload-rate.ts';
import type { UploadClient, UploadSlots } from './upload-slots.ts';
import { UploadStorage, type Upload } from './upload-storage.ts';

/** A form's body. The reader calls `discard` at the end. */
export type FormBody = {
  /** The text fields as sent; others than the form's are among them. */
  fields: Readonly<Record<string, string>>;
  cv: { upload: Upload; originalName: string } | null;
  /** What is wrong with the CV that was sent, or with none; null for a form without one. */
  cvFault: CvFault | null;
  /** Removes an upload that no entry took. */
  discard(): Promise<void>;
};

type UploadOptions = {
  /** Where the CV is stored while it comes. */
  path: string;
  slots: UploadSlots;
  client: UploadClient;
};

/** Names that reach an object's prototype in careless code further on. */
const PROTOTYPE_POLLUTING_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads the body. @throws FormError, and OutboxStorageError when the disk does not take a CV.
 * @param upload null for a form without a CV.
 */
export async function readFormBody(
  request: Request,
  response: Response,
  { limits, upload }: { limits: FormLimits; upload: UploadOptions | null },
): Promise<FormBody> {
  if (upload !== null && isMultipart(request))
    return readUploadBody(request, response, { limits, ...upload });
  if (declaredLength(request) > limits.maxTextBytes) throw textTooLong();
  const bounds = { maxBytes: limits.maxTextBytes, maxMs: limits.textBodyMs };
  await readBounded(request, bounds, () =>
    parseBody(request, response, { limits, files: 'reject' }),
  );
  return {
    fields: textFields(request.body),
    cv: null,
    cvFault: upload === null ? null : { cause: 'cv-missing', bytes: null },
    discard: async () => {},
  };
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
  if (declared > limits.rejectedBytes) throw cvError({ cause: 'cv-too-large', bytes: null });
  const rate = new UploadRate(limits);
  const aborting = new AbortController();
  const slot = slots.open(client, {
    isStalled: () => rate.isStalled(),
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
    upload: {
      isBusy: () => storage.isBusy,
      signal: aborting.signal,
      rate,
      checkMs: limits.uploadRateCheckMs,
      onStall: () => slot.release(),
    },
  };
  try {
    await readBounded(request, bounds, () =>
      parseBody(request, response, { limits, files: storage }),
    );
    const { upload, originalName } = storage;
    return {
      fields: textFields(request.body),
      cv: upload === null ? null : { upload, originalName: originalName ?? '' },
      cvFault: storage.cvFault(),
      discard: () => storage.discard(),
    };
  } catch (error) {
    // Before the file is discarded, which waits for the slot that it waits for.
    slot.close();
    await storage.discard();
    throw error;
  } finally {
    slot.close();
  }
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

/**
 * What a visitor had typed into a form that is rejected, for the page that says so: from the body as far
 * as it has been parsed, or read now if nothing of it was read. Files are skipped. Never throws.
 */
export async function rejectedFields(
  request: Request,
  response: Response,
  limits: FormLimits,
): Promise<Readonly<Record<string, string>>> {
  if (!request.readableDidRead && declaredLength(request) <= limits.rejectedBytes) {
    const bounds = { maxBytes: limits.rejectedBytes, maxMs: limits.textBodyMs };
    await readBounded(request, bounds, () =>
      parseBody(request, response, { limits, files: 'skip' }),
    ).catch(() => undefined);
  }
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}
