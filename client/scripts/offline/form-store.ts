import { OFFLINE_LIMITS } from './offline-limits.ts';

/** Set by the build: a worker has no localStorage. */
declare const IN_WORKER: boolean;

/** Database, store, lock, sync event, and the key in localStorage that marks forms in it. */
export const WAITING_FORMS = 'waiting-forms';

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
  /** What the visitor wrote; nothing once the server has it, or it is too old. */
  fields: readonly (readonly [name: string, value: FormDataEntryValue])[];
  state: 'waiting' | 'sent' | 'rejected';
  reference: string | null;
  /** Why it was rejected. */
  messages: readonly string[];
  /** What follows once it was sent; a form that waits since an earlier build has none. */
  nextSteps?: readonly string[];
};

const NOT_STORED = new Error('not stored');

/** Forms that wait for a network, the oldest first. */
export async function waitingForms(): Promise<WaitingForm[]> {
  return (await inStore('readonly', () => undefined)).sort((a, b) => a.writtenAt - b.writtenAt);
}

/** Never rejects: a form that stays is listed. */
export async function removeForm(key: string): Promise<void> {
  await inStore('readwrite', (_forms, store) => store.delete(key)).catch(() => undefined);
}

/** Resolves to what the store had, when the transaction is on disk. In a transaction no other tab writes or marks. */
export async function inStore(
  mode: IDBTransactionMode,
  act: (forms: WaitingForm[], store: IDBObjectStore) => void,
): Promise<WaitingForm[]> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(WAITING_FORMS, mode, { durability: 'strict' });
    const store = transaction.objectStore(WAITING_FORMS);
    const request: IDBRequest<WaitingForm[]> = store.getAll();
    await new Promise<void>((resolve, reject) => {
      request.addEventListener('success', () => {
        act(request.result, store);
        if (IN_WORKER) return;
        const count = store.count();
        count.addEventListener('success', () => count.result > 0 && mark(transaction));
      });
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? NOT_STORED));
    });
    return request.result;
  } finally {
    database.close();
  }
}

/** Only for who has the lock: a form that another one sends may come back, and a worker has no marks. */
export async function clearMark(): Promise<void> {
  await inStore('readonly', ({ length }) => length > 0 || localStorage.removeItem(WAITING_FORMS));
}

/** Tells the next page to open the database. Nothing is stored that cannot be marked. */
function mark(transaction: IDBTransaction): void {
  try {
    localStorage.setItem(WAITING_FORMS, '');
  } catch {
    transaction.abort();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(WAITING_FORMS, 1);
    setTimeout(reject, OFFLINE_LIMITS.openMs, NOT_STORED);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(WAITING_FORMS, { keyPath: 'key' }),
    );
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? NOT_STORED));
  });
}
