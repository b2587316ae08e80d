import type { Request, Response } from 'express';
import { readBounded } from './bounded-body.ts';
import { declaredLength } from './drain-body.ts';
import { checkBodyType, isMultipart } from './form-body.ts';
import type { FormLimits } from './form-limits.ts';
import { readMultipart } from './read-multipart.ts';
import { readText } from './read-text.ts';
import { UploadRate } from './upload-rate.ts';

/**
 * What a visitor had typed into a form that is rejected, for the page that says so: from the body as far
 * as it has been parsed, or read now if nothing of it was read. Files are skipped. Never throws.
 */
export async function rejectedFields(
  request: Request,
  response: Response,
  limits: FormLimits,
): Promise<Readonly<Record<string, string>>> {
  if (!request.readableDidRead && declaredLength(request) <= limits.rejectedBytes)
    await parse(request, response, limits).catch(() => undefined);
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

async function parse(request: Request, response: Response, limits: FormLimits): Promise<void> {
  checkBodyType(request);
  const meter = new UploadRate({ ...limits, uploadGraceMs: limits.rejectedPauseMs });
  const bounds = {
    maxBytes: limits.rejectedBytes,
    maxMs: limits.rejectedMs,
    isBusy: () => false,
    rate: { meter, checkMs: limits.uploadRateCheckMs, onStall: () => undefined },
  };
  await readBounded(request, bounds, async () => {
    if (isMultipart(request)) await readMultipart(request, response, { limits, files: 'skip' });
    else await readText(request, response, limits);
  });
}
