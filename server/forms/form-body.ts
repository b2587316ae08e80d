import type { Request, Response } from 'express';
import { declaredLength, readBounded } from './bounded-body.ts';
import { cvError, type CvProblem } from './cv-error.ts';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import { isMultipart, parseBody, textTooLong } from './parse-body.ts';
import type { Client } from './rate-limits.ts';
import type { UploadSlots } from './upload-slots.ts';
import { UploadStorage, type Upload } from './upload-storage.ts';

/** The reader calls `discard` at the end. */
export type FormBody = {
  /** All text fields, also unknown ones. */
  fields: Readonly<Record<string, string>>;
  cv: { upload: Upload; originalName: string } | null;
  /** Null for a sound CV, and for a form without one. */
  cvProblem: CvProblem | null;
  discard(): Promise<void>;
};

type UploadOptions = {
  path: string;
  slots: UploadSlots;
  client: Client;
};

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
    cvProblem: upload === null ? null : { cause: 'cv-missing', bytes: null },
    discard: async () => {},
  };
}

/** Reads an oversized CV up to `rejectedBytes`: its sender reads its size, and the typed texts stay. */
async function readUploadBody(
  request: Request,
  response: Response,
  { limits, path, slots, client }: UploadOptions & { limits: FormLimits },
): Promise<FormBody> {
  const declared = declaredLength(request);
  if (declared > limits.rejectedBytes) throw cvError({ cause: 'cv-too-large', bytes: null });
  const release = await slots.acquire(client);
  const storage = new UploadStorage(path);
  const bounds = {
    maxBytes: Math.max(declared, limits.maxUploadBytes),
    maxMs: limits.uploadBodyMs,
    upload: limits,
    isBusy: () => storage.isBusy,
  };
  try {
    await readBounded(request, bounds, () =>
      parseBody(request, response, { limits, files: storage }),
    );
    const { upload, originalName } = storage;
    return {
      fields: textFields(request.body),
      cv: upload === null ? null : { upload, originalName: originalName ?? '' },
      cvProblem: storage.cvProblem(),
      discard: () => storage.discard(),
    };
  } catch (error) {
    await storage.discard();
    throw error;
  } finally {
    release();
  }
}

/** @throws FormError when a field is not a text. */
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

/** The texts of a rejected form, for its page: what was parsed, or is read now. Never throws. */
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
