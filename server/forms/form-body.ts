import type { Request, Response } from 'express';
import { declaredLength, readBounded } from './bounded-body.ts';
import { cvError } from './cv-error.ts';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import { isMultipart, parseBody, textTooLong } from './parse-body.ts';
import type { Client } from './rate-limits.ts';
import type { UploadSlots } from './upload-slots.ts';
import type { UploadStorage } from './upload-storage.ts';

type BodyOptions = {
  limits: FormLimits;
  /** Null for a form without a CV. */
  cv: UploadStorage | null;
  slots: UploadSlots;
  client: Client;
};

const PROTOTYPE_POLLUTING_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads the text fields, also unknown ones, and the CV into its storage. @throws FormError, and OutboxStorageError when
 * the disk does not take a CV.
 */
export async function readFormBody(
  request: Request,
  response: Response,
  options: BodyOptions,
): Promise<Record<string, string>> {
  const { limits, cv } = options;
  if (cv !== null && isMultipart(request)) {
    await readUpload(request, response, { ...options, cv });
  } else {
    if (declaredLength(request) > limits.maxTextBytes) throw textTooLong();
    const bounds = { maxBytes: limits.maxTextBytes, maxMs: limits.textBodyMs };
    await readBounded(request, bounds, () =>
      parseBody(request, response, { limits, files: 'reject' }),
    );
  }
  return textFields(request.body);
}

/** Reads an oversized CV up to `rejectedBytes`: its sender reads its size, and the typed texts stay. */
async function readUpload(
  request: Request,
  response: Response,
  { limits, cv, slots, client }: BodyOptions & { cv: UploadStorage },
): Promise<void> {
  const declared = declaredLength(request);
  if (declared > limits.rejectedBytes) throw cvError({ cause: 'cv-too-large', bytes: null });
  const bounds = {
    maxBytes: Math.max(declared, limits.maxUploadBytes),
    maxMs: limits.uploadBodyMs,
    upload: limits,
    isBusy: () => cv.isBusy,
  };
  const release = await slots.acquire(client);
  try {
    await readBounded(request, bounds, () => parseBody(request, response, { limits, files: cv }));
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
