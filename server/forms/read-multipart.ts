import type { Request, Response } from 'express';
import multer from 'multer';
import { cvError, cvFault } from './cv-fault.ts';
import { OutboxStorageError } from '../outbox/durable-files.ts';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import { runMiddleware } from './run-middleware.ts';
import type { UploadStorage } from './upload-storage.ts';
import { CV_FIELD, isPdfName } from '../../shared/forms/cv.ts';

export type MultipartOptions = {
  limits: FormLimits;
  /** Where a CV goes; else a file is an error, or skipped. */
  files: UploadStorage | 'reject' | 'skip';
};

/**
 * Reads a multipart body: text fields into `request.body`, the CV into the storage.
 * @returns the name of the file that was sent, if any, whether it was stored or not.
 * @throws FormError, OutboxStorageError
 */
export async function readMultipart(
  request: Request,
  response: Response,
  { limits, files }: MultipartOptions,
): Promise<string | null> {
  const storage = typeof files === 'string' ? null : files;
  const names: string[] = [];
  const form = multer({
    storage: storage?.engine,
    defParamCharset: 'utf8',
    // The size of a file is the storage's business: past multer's own limit, the fields after it are lost.
    limits: {
      files: 1,
      fields: limits.maxFields,
      parts: limits.maxFields + 1,
      fieldSize: limits.maxFieldBytes,
      fieldNameSize: limits.maxFieldNameBytes,
      fieldNestingDepth: 0,
      headerPairs: 8,
    },
    fileFilter: (_request, { originalname }, done) => {
      names.push(originalname);
      done(null, storage !== null && isPdfName(originalname));
    },
  });
  const middleware =
    files === 'reject' ? form.none() : files === 'skip' ? form.any() : form.single(CV_FIELD);
  try {
    await runMiddleware(middleware, request, response);
  } catch (error) {
    const fault = storage?.diskFault ?? null;
    throw fault === null ? toFormError(error) : new OutboxStorageError(fault);
  }
  return names[0] ?? null;
}

function toFormError(error: unknown): FormError {
  if (error instanceof FormError) return error;
  if (!(error instanceof multer.MulterError))
    return new FormError(400, 'malformed', { cause: error });
  const { code, field = '' } = error;
  switch (code) {
    case 'LIMIT_FIELD_VALUE':
      return new FormError(422, 'invalid', { errors: { [field]: 'This text is too long.' } });
    case 'LIMIT_FILE_COUNT':
      return cvError(cvFault('cv-not-one'));
    case 'LIMIT_UNEXPECTED_FILE':
      return field === CV_FIELD
        ? cvError(cvFault('cv-not-one'))
        : new FormError(422, 'invalid', {
            errors: { [field]: 'Please send a text, not a file.' },
            logCause: 'unexpected-file',
          });
    default:
      return new FormError(400, 'malformed', { cause: error });
  }
}
