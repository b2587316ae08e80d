import * as z from 'zod/mini';
import type { FormErrors, FormNotice } from '../../shared/forms.ts';

/**
 * The result of the server's JSON response. `failed` covers rejection and server errors alike;
 * `unreached`: no response, or one that is not from this site.
 */
export type SendResult =
  | { kind: 'unreached' }
  | { kind: 'sent'; reference: string | null; data: string | null }
  | { kind: 'invalid'; errors: FormErrors }
  | { kind: 'failed'; notice: FormNotice | null };

const responseSchema = z.object({
  ok: z.optional(z.boolean()),
  reference: z.optional(z.string()),
  data: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
  notice: z.optional(z.object({ text: z.string(), link: z.nullable(z.string()) })),
});

type SendOptions = {
  /** The server takes a form once that comes under it again. */
  key: string;
  limitMs: number;
  /** Gets the share of the body that has left, from 0 to 1. */
  onProgress: (share: number) => void;
};

/** Uses XMLHttpRequest: fetch has no upload progress. Never rejects. Ends with its page: another one sends again. */
export function sendForm(
  action: string,
  body: FormData | URLSearchParams,
  { key, limitMs, onProgress }: SendOptions,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', action);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', key);
    request.timeout = limitMs;
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    const abort = () => request.abort();
    addEventListener('pagehide', abort);
    request.addEventListener('loadend', () => {
      removeEventListener('pagehide', abort);
      resolve(toResult(request.status, request.responseText));
    });
    request.send(body);
  });
}

function toResult(status: number, text: string): SendResult {
  const body = parsed(text);
  if (body === null) return { kind: 'unreached' };
  if (status >= 200 && status < 300 && body.ok === true) {
    return { kind: 'sent', reference: body.reference ?? null, data: body.data ?? null };
  }
  const { errors, notice } = body;
  if (errors !== undefined) return { kind: 'invalid', errors };
  return {
    kind: 'failed',
    notice: notice === undefined ? null : { messages: [notice.text], link: notice.link },
  };
}

function parsed(text: string) {
  try {
    return responseSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
