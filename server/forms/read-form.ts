import express, { type Request, type Response } from 'express';
import { FormRefusal } from './form-refusal.ts';
import type { FormLimits } from './form-limits.ts';
import { readMultipart } from './read-multipart.ts';
import { runMiddleware } from './run-middleware.ts';
import { createUploadStorage, type Upload } from './upload-storage.ts';
import { CV_MISSING, CV_NOT_PDF, cvTooLarge } from '../../shared/forms/cv.ts';

/** A form's body. Whoever reads it calls `discard` at the end. */
export type FormBody = {
  /** The text fields as sent; others than the form's are among them. */
  fields: Readonly<Record<string, string>>;
  cv: { upload: Upload; originalName: string } | null;
  /** What SPEC §5 says of the CV that was sent, or of none. */
  cvError: string | null;
  /** Removes an upload that no entry took. */
  discard(): Promise<void>;
};

export type ReadFormOptions = {
  limits: FormLimits;
  /** Null: the form has no file. */
  uploadPath: string | null;
};

/** Names that reach an object's prototype in careless code further on. */
const POISONED = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws FormRefusal when the body cannot be one of ours, before any of it is read. */
export function refuseWrongBody(request: Request, { limits, uploadPath }: ReadFormOptions): void {
  if (request.headers['content-encoding'] !== undefined) throw new FormRefusal(415, 'content-type');
  const isMultipart = request.is('multipart/form-data') !== false;
  const isText = request.is(['application/x-www-form-urlencoded', 'application/json']) !== false;
  // `is` says null for a request without a body: that is an empty form.
  if (!isMultipart && !isText) throw new FormRefusal(415, 'content-type');
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > capOf(limits, isMultipart && uploadPath !== null))
    throw tooLarge(uploadPath !== null);
}

/** Reads the body. @throws FormRefusal, and OutboxStorageError when the disk does not take a CV. */
export async function readForm(
  request: Request,
  response: Response,
  options: ReadFormOptions,
): Promise<FormBody> {
  const { limits, uploadPath } = options;
  const storage = uploadPath === null ? null : createUploadStorage(uploadPath);
  const isMultipart = request.is('multipart/form-data') !== false;
  const bounds = {
    maxBytes: capOf(limits, isMultipart && storage !== null),
    maxMs: storage === null ? limits.textBodyMs : limits.uploadBodyMs,
    isBusy: () => storage?.isBusy() ?? false,
  };
  try {
    const file = await withinBounds(request, response, bounds, () =>
      isMultipart
        ? readMultipart(request, response, { limits, storage })
        : readText(request, response, limits),
    );
    const upload = storage?.upload() ?? null;
    const isPdf = upload !== null && file !== null;
    return {
      fields: textFields(request.body),
      cv: isPdf ? { upload, originalName: file.name } : null,
      cvError: isPdf || storage === null ? null : file === null ? CV_MISSING : CV_NOT_PDF,
      discard: async () => storage?.discard(),
    };
  } catch (error) {
    await storage?.discard();
    throw error;
  }
}

function capOf(limits: FormLimits, hasFile: boolean): number {
  return hasFile ? limits.maxUploadBytes : limits.maxTextBytes;
}

function tooLarge(isUpload: boolean): FormRefusal {
  return new FormRefusal(
    413,
    'too-large',
    isUpload ? { errors: { attachments: cvTooLarge(null) } } : {},
  );
}

/** How often a body that has come whole is looked at, until its reader says that it has read it; in milliseconds. */
const LOOK_MS = 50;

type Bounds = { maxBytes: number; maxMs: number; isBusy: () => boolean };

/**
 * Ends a body that is longer than it said it would be, or too slow. The answer is bare and leaves at
 * once, and the connection closes with it: multer on its own reads such a body to its end.
 */
async function withinBounds<Value>(
  request: Request,
  response: Response,
  { maxBytes, maxMs, isBusy }: Bounds,
  read: () => Promise<Value>,
): Promise<Value> {
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let count: ((chunk: Buffer) => void) | undefined;
  try {
    return await new Promise<Value>((resolve, reject) => {
      function cut(refusal: FormRefusal): void {
        reject(refusal);
        if (response.headersSent) return;
        response.writeHead(refusal.status, {
          'Content-Type': 'text/plain; charset=utf-8',
          'Cache-Control': 'no-store',
          Connection: 'close',
        });
        response.end(`${refusal.code}\n`);
      }
      timer = setTimeout(() => cut(new FormRefusal(408, 'too-slow')), maxMs);
      if (request.destroyed) reject(new FormRefusal(400, 'malformed'));
      request.once('close', () => request.complete || reject(new FormRefusal(400, 'malformed')));
      // multer's parser waits for ever for the end of a file that begins after the closing boundary.
      request.once('end', () => {
        let idleLooks = 0;
        looking = setInterval(() => {
          idleLooks = isBusy() ? 0 : idleLooks + 1;
          // Twice, as the first look may come out of a pause of the whole process.
          if (idleLooks === 2) reject(new FormRefusal(400, 'malformed'));
        }, LOOK_MS);
      });
      // Whoever reads the body starts in this same turn, so no byte passes uncounted or unread.
      count = (chunk) => {
        bytes += chunk.length;
        if (bytes > maxBytes) cut(new FormRefusal(413, 'too-large'));
      };
      request.on('data', count);
      read().then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    clearInterval(looking);
    if (count !== undefined) request.off('data', count);
  }
}

async function readText(request: Request, response: Response, limits: FormLimits): Promise<null> {
  const json = express.json({ limit: limits.maxTextBytes, inflate: false });
  const urlencoded = express.urlencoded({
    extended: false,
    limit: limits.maxTextBytes,
    parameterLimit: limits.maxFields,
    inflate: false,
  });
  try {
    await runMiddleware(request.is('application/json') ? json : urlencoded, request, response);
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : 400;
    if (status === 413) throw tooLarge(false);
    if (status === 415) throw new FormRefusal(415, 'content-type');
    throw new FormRefusal(400, 'malformed', { cause: error });
  }
  return null;
}

function textFields(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new FormRefusal(400, 'malformed');
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    if (POISONED.has(name)) throw new FormRefusal(400, 'malformed');
    if (typeof value === 'string') fields[name] = value;
    else if (typeof value === 'number') fields[name] = String(value);
    else throw new FormRefusal(422, 'invalid', { errors: { [name]: 'Please send one text.' } });
  }
  return fields;
}
