import express, { type Request, type Response } from 'express';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import { runMiddleware } from './run-middleware.ts';
import { TEXT_TOO_LONG } from '../../shared/forms/schemas.ts';

/** For a body without a file that is larger than any form that can be taken. */
export function textTooLong(): FormError {
  return new FormError(413, 'too-large', { notice: { text: TEXT_TOO_LONG, link: null } });
}

/** Reads a form or JSON into `request.body`. @throws FormError */
export async function readText(
  request: Request,
  response: Response,
  limits: FormLimits,
): Promise<void> {
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
    if (status === 413) throw textTooLong();
    if (status === 415) throw new FormError(415, 'content-type');
    throw new FormError(400, 'malformed', { cause: error });
  }
}
