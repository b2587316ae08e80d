import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import multer from 'multer';
import { declaredLength, readBounded } from './bounded-body.ts';
import { cvError } from './cv-error.ts';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import type { Client } from './rate-limits.ts';
import type { UploadSlots } from './upload-slots.ts';
import { UploadStorage } from './upload-storage.ts';
import { CV_FIELD } from '../../shared/forms/cv.ts';
import { TEXT_TOO_LONG } from '../../shared/forms/schemas.ts';

type BodyOptions = {
  limits: FormLimits;
  slots: UploadSlots;
  client: Client;
  hasCv: boolean;
};

/** The text fields, also unknown ones, and the file of a form that has one. */
export type FormBody = {
  fields: Readonly<Record<string, string>>;
  cv: UploadStorage | null;
  /** Frees the memory of the file, and its slot; it may be called again. */
  release: () => void;
};

const PROTOTYPE_POLLUTING_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws FormError 415 when the body cannot be a form. */
export function checkBodyType(request: Request): void {
  const isEncoded = request.headers['content-encoding'] !== undefined;
  // `is` returns null for a request without a body, which is an empty form.
  const isText = request.is(['application/x-www-form-urlencoded', 'application/json']) !== false;
  if (isEncoded || (!isText && !isMultipart(request))) throw new FormError(415, 'content-type');
}

/** @throws FormError */
export async function readFormBody(
  request: Request,
  response: Response,
  options: BodyOptions,
): Promise<FormBody> {
  const { limits, hasCv } = options;
  if (hasCv && isMultipart(request)) return await readUpload(request, response, options);
  if (declaredLength(request) > limits.maxTextBytes) throw textTooLong();
  const bounds = { maxBytes: limits.maxTextBytes, maxMs: limits.textBodyMs };
  await readBounded(request, bounds, () =>
    parseBody(request, response, { limits, files: 'reject' }),
  );
  return { fields: textFields(request.body), cv: null, release: () => {} };
}

/** Reads an oversized CV up to `rejectedBytes`: its sender reads its size, and the typed texts stay. */
async function readUpload(
  request: Request,
  response: Response,
  { limits, slots, client }: BodyOptions,
): Promise<FormBody> {
  const declared = declaredLength(request);
  if (declared > limits.rejectedBytes) throw cvError('cv-too-large');
  const bounds = {
    maxBytes: Math.max(declared, limits.maxUploadBytes),
    maxMs: limits.uploadBodyMs,
    upload: limits,
  };
  const cv = new UploadStorage();
  const releaseSlot = await slots.acquire(client);
  const release = () => {
    cv.discard();
    releaseSlot();
  };
  try {
    await readBounded(request, bounds, () => parseBody(request, response, { limits, files: cv }));
    return { fields: textFields(request.body), cv, release };
  } catch (error) {
    release();
    throw error;
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

function isMultipart(request: Request): boolean {
  return request.is('multipart/form-data') !== false;
}

function textTooLong(): FormError {
  return new FormError(413, 'too-large', { notice: { messages: [TEXT_TOO_LONG], link: null } });
}

/** Reads the text fields of a body of any type into `request.body`, and its CV into the storage. @throws FormError */
async function parseBody(
  request: Request,
  response: Response,
  options: { limits: FormLimits; files: UploadStorage | 'reject' | 'skip' },
): Promise<void> {
  try {
    await promisify(createParser(request, options))(request, response);
  } catch (error) {
    throw toFormError(error);
  }
}

function createParser(request: Request, { limits, files }: Parameters<typeof parseBody>[2]) {
  const { maxTextBytes: limit, maxFields } = limits;
  if (request.is('application/json')) return express.json({ limit });
  if (!isMultipart(request))
    return express.urlencoded({ limit, extended: false, parameterLimit: maxFields });
  const storage = typeof files === 'string' ? undefined : files;
  const form = multer({
    storage,
    defParamCharset: 'utf8',
    // The storage limits the file: multer's own limit loses the fields after it.
    limits: {
      files: 1,
      fields: maxFields,
      parts: maxFields + 1,
      fieldSize: limits.maxFieldBytes,
      fieldNameSize: limits.maxFieldNameBytes,
      fieldNestingDepth: 0,
      headerPairs: 8,
    },
    fileFilter: (_request, _file, done) => done(null, storage !== undefined),
  });
  if (files === 'reject') return form.none();
  return files === 'skip' ? form.any() : form.single(CV_FIELD);
}

/** @param error of multer, or with the status of Express's parsers */
function toFormError(error: unknown): FormError {
  if (error instanceof multer.MulterError) {
    const { code, field = '' } = error;
    if (code === 'LIMIT_FIELD_VALUE')
      return new FormError(422, 'invalid', { errors: { [field]: 'This text is too long.' } });
    if (code === 'LIMIT_FILE_COUNT') return cvError('cv-not-one');
    if (code === 'LIMIT_UNEXPECTED_FILE')
      return new FormError(422, 'invalid', {
        errors: { [field]: 'Please send a text, not a file.' },
        logCause: 'unexpected-file',
      });
  }
  const status = error instanceof Error && 'status' in error ? error.status : 400;
  if (status === 413) return textTooLong();
  return status === 415 ? new FormError(415, 'content-type') : new FormError(400, 'malformed');
}
