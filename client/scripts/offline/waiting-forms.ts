import { clearMark, inStore, waitingForms, WAITING_FORMS, type WaitingForm } from './form-store.ts';
import { OFFLINE_LIMITS } from './offline-limits.ts';

/** Set by the build: a worker has no localStorage. */
declare const IN_WORKER: boolean;

/** Retry later (RFC 9110, RFC 6585). */
const NOT_NOW = new Set([408, 425, 429]);

/**
 * Sends what waits, one form after the other, and one page or worker at a time where browsers have locks;
 * where they have none, the server takes the same key for the same form. @throws when some go on waiting.
 */
export function sendWaitingForms(): Promise<void> {
  return within(OFFLINE_LIMITS.forms * OFFLINE_LIMITS.sendMs, (signal) =>
    'locks' in navigator
      ? navigator.locks.request(WAITING_FORMS, { signal }, () => sendAll(signal))
      : sendAll(signal),
  );
}

async function sendAll(signal: AbortSignal): Promise<void> {
  let isLeft = false;
  if (!IN_WORKER) await clearMark();
  for (const { key } of await waitingForms()) {
    // What was deleted while others were sent is not sent.
    const form = (await waitingForms()).find((other) => other.key === key);
    if (form?.state !== 'waiting' || isExpired(form)) continue;
    const settled = await send(form).catch((error: unknown) => {
      if (signal.aborted) throw error;
      // It may be this form's alone: a file that cannot be read, or too much for the connection.
      return null;
    });
    if (settled === null) isLeft = true;
    else
      await inStore('readwrite', (forms, store) => {
        // One that was deleted while it was sent comes back only if the school has it.
        if (settled.state === 'sent' || forms.find((other) => other.key === key))
          store.put(settled);
      });
  }
  if (isLeft) throw new Error('forms left');
}

/** It may be outdated; a page says so to the visitor (expire-forms.ts). */
export function isExpired({ writtenAt }: WaitingForm): boolean {
  return Date.now() - writtenAt > OFFLINE_LIMITS.formMs;
}

/**
 * State of a form after the response; null if it must wait. Other forms do not wait for it.
 * @throws without a response.
 */
function send(form: WaitingForm): Promise<WaitingForm | null> {
  return within(OFFLINE_LIMITS.sendMs, async (signal) => {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': form.key },
      body: buildBody(form),
      signal,
    });
    // A response in another format is from a proxy, not from this server.
    const { ok, error, reference, errors, notice } = toObject(
      await response.json().catch(() => null),
    );
    if (response.ok && ok === true)
      return { ...form, state: 'sent', fields: [], reference: toText(reference) };
    const isFinal = response.status < 500 ? !NOT_NOW.has(response.status) : error === 'rejected';
    if (ok !== false || !isFinal) return null;
    const messages = [...Object.values(toObject(errors)), toObject(notice)['text']];
    return { ...form, state: 'rejected', messages: messages.flatMap((text) => toText(text) ?? []) };
  });
}

/**
 * Aborts the work after `ms`, and when the page goes away: Chrome keeps it for "back" with its lock, and no other page
 * would send. Safari 15 lacks `AbortSignal.timeout`.
 */
export async function within<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  addEventListener('pagehide', abort, { signal });
  try {
    return await work(signal);
  } finally {
    clearTimeout(timer);
    // Removes the listener too.
    abort();
  }
}

function buildBody({ fields }: WaitingForm): FormData | URLSearchParams {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  const texts = fields.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return texts.length === fields.length ? new URLSearchParams(texts) : data;
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
