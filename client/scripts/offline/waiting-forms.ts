import { OFFLINE_LIMITS } from './offline-limits.ts';

/** Database, store, lock, sync event, and the key in localStorage that marks forms in it. */
export const WAITING_FORMS = 'waiting-forms';

/** Retry later (RFC 9110, RFC 6585). */
const NOT_NOW = new Set([408, 425, 429]);

/** A form on the visitor's device: waiting, or with its outcome. */
export type WaitingForm = {
  /** Its idempotency key: the same on each attempt, in the page and in the service worker. */
  key: string;
  /** Id of the form on its page. */
  form: string;
  /** Path that it is posted to. */
  action: string;
  /** Milliseconds since the epoch. */
  writtenAt: number;
  /** What the visitor wrote; nothing once the server has it. */
  fields: readonly (readonly [name: string, value: FormDataEntryValue])[];
  state: 'waiting' | 'sent' | 'rejected';
  reference: string | null;
  /** Why it was rejected. */
  messages: readonly string[];
  /** What follows once it was sent; a form that waits since an earlier build has none. */
  nextSteps?: readonly string[];
};

/** Oldest first. */
export async function waitingForms(): Promise<WaitingForm[]> {
  const all = await inStore<WaitingForm[]>('readonly', (store) => store.getAll());
  return all.sort((a, b) => a.writtenAt - b.writtenAt);
}

export async function removeForm(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key));
}

/**
 * Sends what waits, one form after the other, and one page or worker at a time where browsers have locks;
 * where they have none, the server takes the same key for the same form. @throws when some go on waiting.
 */
export async function sendWaitingForms(): Promise<void> {
  if (!('locks' in navigator)) return sendAll();
  await navigator.locks.request(
    WAITING_FORMS,
    { signal: abortsAfter(OFFLINE_LIMITS.sendMs) },
    sendAll,
  );
}

async function sendAll(): Promise<void> {
  let left = 0;
  let isLeaving = false;
  addEventListener('pagehide', () => void (isLeaving = true), { once: true });
  for (const { key } of await waitingForms()) {
    // What was deleted while others were sent is not sent.
    const form = (await waitingForms()).find((other) => other.key === key);
    if (form?.state !== 'waiting') continue;
    const isTooOld = Date.now() - form.writtenAt > OFFLINE_LIMITS.formMs;
    const settled = isTooOld
      ? { ...form, state: 'rejected' as const, messages: ['Offline for too long.'] }
      : await send(form).catch((error: unknown) => {
          if (isLeaving) throw error;
          // It may be this form's alone: a file that cannot be read, or too much for the connection.
          return null;
        });
    if (settled === null) left += 1;
    else await put(settled);
  }
  if (left > 0) throw new Error(`${left} forms go on waiting`);
}

/**
 * State of a form after the response; null if it must wait. Other forms do not wait for it.
 * @throws without a response.
 */
async function send(form: WaitingForm): Promise<WaitingForm | null> {
  const response = await fetchWithin(OFFLINE_LIMITS.sendMs, form.action, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Idempotency-Key': form.key },
    body: buildBody(form),
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
}

/** Aborts the fetch and its body after `ms`. */
export function fetchWithin(ms: number, url: string, request: RequestInit): Promise<Response> {
  return fetch(url, { ...request, signal: abortsAfter(ms) });
}

/**
 * Safari 15 lacks `AbortSignal.timeout`. Aborts also when the page goes away: Chrome keeps it for "back" with its
 * lock, and no other page would send.
 */
function abortsAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  addEventListener('pagehide', () => controller.abort(), { once: true });
  return controller.signal;
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

export async function put(form: WaitingForm): Promise<void> {
  await inStore('readwrite', (store) => store.put(form));
}

/** Resolves when the transaction is on disk. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(WAITING_FORMS, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(WAITING_FORMS));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('aborted')),
      );
    });
    return request.result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(WAITING_FORMS, 1);
    setTimeout(() => reject(new Error('no database')), OFFLINE_LIMITS.openMs);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(WAITING_FORMS, { keyPath: 'key' }),
    );
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
}
