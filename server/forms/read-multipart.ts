import type { Request, Response } from 'express';
import multer from 'multer';
import { OutboxStorageError } from '../outbox/durable-files.ts';
import { FormRefusal } from './form-refusal.ts';
import type { FormLimits } from './form-limits.ts';
import { runMiddleware } from './run-middleware.ts';
import type { UploadStorage } from './upload-storage.ts';
import { CV_NOT_ONE, cvTooLarge, isPdfName, MAX_CV_BYTES } from '../../shared/forms/cv.ts';

/** The one file field of SPEC §3. */
export const CV_FIELD = 'attachments';

export type MultipartOptions = {
  limits: FormLimits;
  /** Null: a file is an error. */
  storage: UploadStorage | null;
};

/**
 * Reads a multipart body: text fields into `request.body`, the CV into the storage.
 * Answers the name of the file that was sent, if any, whether it was stored or not.
 * @throws FormRefusal, OutboxStorageError
 */
export async function readMultipart(
  request: Request,
  response: Response,
  { limits, storage }: MultipartOptions,
): Promise<{ name: string } | null> {
  const names: string[] = [];
  const form = multer({
    storage: storage?.engine,
    defParamCharset: 'utf8',
    limits: {
      fileSize: MAX_CV_BYTES,
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
      done(null, isPdfName(originalname));
    },
  });
  try {
    await runMiddleware(storage === null ? form.none() : form.single(CV_FIELD), request, response);
  } catch (error) {
    const fault = storage?.diskFault() ?? null;
    throw fault === null ? toRefusal(error) : new OutboxStorageError(fault);
  }
  const [name] = names;
  return name === undefined ? null : { name };
}

function toRefusal(error: unknown): Error {
  if (!(error instanceof multer.MulterError))
    return new FormRefusal(400, 'malformed', { cause: error });
  const { code, field = '' } = error;
  switch (code) {
    case 'LIMIT_FILE_SIZE':
      return new FormRefusal(413, 'too-large', { errors: { [CV_FIELD]: cvTooLarge(null) } });
    case 'LIMIT_FIELD_VALUE':
      return new FormRefusal(422, 'invalid', { errors: { [field]: 'This text is too long.' } });
    case 'LIMIT_FILE_COUNT':
      return new FormRefusal(422, 'invalid', { errors: { [CV_FIELD]: CV_NOT_ONE } });
    case 'LIMIT_UNEXPECTED_FILE':
      return new FormRefusal(422, 'invalid', {
        errors: { [field]: field === CV_FIELD ? CV_NOT_ONE : 'Please send a text, not a file.' },
      });
    default:
      return new FormRefusal(400, 'malformed', { cause: error });
  }
}
