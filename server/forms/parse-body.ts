import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import multer from 'multer';
import { cvError } from './cv-error.ts';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import type { UploadStorage } from './upload-storage.ts';
import { CV_FIELD } from '../../shared/forms/cv.ts';
import { TEXT_TOO_LONG } from '../../shared/forms/schemas.ts';

type ParseOptions = {
  limits: FormLimits;
  files: UploadStorage | 'reject' | 'skip';
};

/** @throws FormError 415 when the body cannot be a form. */
export function checkBodyType(request: Request): void {
  const isEncoded = request.headers['content-encoding'] !== undefined;
  // `is` returns null for a request without a body, which is an empty form.
  const isText = request.is(['application/x-www-form-urlencoded', 'application/json']) !== false;
  if (isEncoded || (!isText && !isMultipart(request))) throw new FormError(415, 'content-type');
}

export function isMultipart(request: Request): boolean {
  return request.is('multipart/form-data') !== false;
}

export function textTooLong(): FormError {
  return new FormError(413, 'too-large', { notice: { messages: [TEXT_TOO_LONG], link: null } });
}

/**
 * Reads the text fields of a body of any type into `request.body`, and its CV into the storage.
 * @throws FormError, OutboxStorageError
 */
export async function parseBody(
  request: Request,
  response: Response,
  { limits, files }: ParseOptions,
): Promise<void> {
  if (!isMultipart(request)) return parseText(request, response, limits);
  const storage = typeof files === 'string' ? null : files;
  const form = multer({
    storage: storage ?? undefined,
    defParamCharset: 'utf8',
    // The storage limits the file: multer's own limit loses the fields after it.
    limits: {
      files: 1,
      fields: limits.maxFields,
      parts: limits.maxFields + 1,
      fieldSize: limits.maxFieldBytes,
      fieldNameSize: limits.maxFieldNameBytes,
      fieldNestingDepth: 0,
      headerPairs: 8,
    },
    fileFilter: (_request, { originalname }, done) =>
      done(null, storage?.takes(originalname) ?? false),
  });
  const middleware =
    files === 'reject' ? form.none() : files === 'skip' ? form.any() : form.single(CV_FIELD);
  try {
    await promisify(middleware)(request, response);
  } catch (error) {
    throw storage?.error ?? multipartError(error);
  }
}

function multipartError(error: unknown): FormError {
  if (!(error instanceof multer.MulterError)) return malformed();
  const { code, field = '' } = error;
  if (code === 'LIMIT_FIELD_VALUE')
    return new FormError(422, 'invalid', { errors: { [field]: 'This text is too long.' } });
  if (code === 'LIMIT_FILE_COUNT') return cvError({ cause: 'cv-not-one', bytes: null });
  if (code === 'LIMIT_UNEXPECTED_FILE')
    return new FormError(422, 'invalid', {
      errors: { [field]: 'Please send a text, not a file.' },
      logCause: 'unexpected-file',
    });
  return malformed();
}

async function parseText(request: Request, response: Response, limits: FormLimits): Promise<void> {
  const options = { limit: limits.maxTextBytes };
  const middleware = request.is('application/json')
    ? express.json(options)
    : express.urlencoded({ ...options, extended: false, parameterLimit: limits.maxFields });
  try {
    await promisify(middleware)(request, response);
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : 400;
    if (status === 413) throw textTooLong();
    if (status === 415) throw new FormError(415, 'content-type');
    throw malformed();
  }
}

function malformed(): FormError {
  return new FormError(400, 'malformed');
}
