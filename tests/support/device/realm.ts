import { heldRequests } from './held-requests.ts';
import type { School } from './school.ts';
import type { Turns } from './turns.ts';

type View = Window & typeof globalThis;

type RealmOptions = {
  turns: Turns;
  school: School;
  /** What the page, or the worker, runs. */
  script: string;
  /** The page has been promised that the worker sends. */
  onSync: () => void;
  /** The page has had a response of the site to a form, other than success. */
  onFailed: (message: string) => void;
};

/**
 * A page of its own, or a worker, in a frame: modules, locks, transactions and the end of them are its own. It goes on
 * by turns after each request, lock, transaction and timer.
 */
export class Realm {
  readonly view: View;
  #frame = document.createElement('iframe');
  #turns: Turns;
  #inFlight = 0;
  /** Locks that it has, and that it waits for. */
  readonly locks = { held: 0, pending: 0 };

  constructor({ script, ...options }: RealmOptions) {
    document.body.append(this.#frame);
    const view = this.#frame.contentWindow;
    if (view === null) throw new Error('no frame');
    this.#turns = options.turns;
    this.view = view as View;
    this.#holdDatabase(this.view);
    this.#holdLocks(this.view);
    this.#holdTimers(this.view);
    this.#holdRequests(this.view, options);
    const element = this.view.document.createElement('script');
    element.text = script;
    this.view.document.head.append(element);
  }

  /** Whether the browser works for it. */
  get isBusy(): boolean {
    return this.#inFlight > 0;
  }

  get document(): Document {
    return this.view.document;
  }

  close(): void {
    this.#frame.remove();
    this.#inFlight = 0;
    this.#turns.forget(this);
  }

  #turn = (options = {}): Promise<void> => this.#turns.next(this, options);

  #count<Target extends EventTarget>(target: Target, ends: readonly string[]): Target {
    this.#inFlight += 1;
    for (const end of ends) target.addEventListener(end, () => (this.#inFlight -= 1));
    return target;
  }

  /** A page learns by turns that its database is open, and that its transaction has ended. */
  #holdDatabase({ indexedDB }: View): void {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name, version) => {
      const request = this.#count(open(name, version), ['success', 'error']);
      request.addEventListener('success', () => {
        const { result } = request;
        const begin = result.transaction.bind(result);
        result.transaction = (...given) =>
          this.#inTurn(this.#count(begin(...given), ['complete', 'abort']), ['complete', 'abort']);
      });
      return this.#inTurn(request, ['success']);
    };
  }

  #inTurn<Target extends EventTarget>(target: Target, types: readonly string[]): Target {
    const add = target.addEventListener.bind(target);
    return Object.assign(target, {
      addEventListener: (type: string, listener: (event: Event) => void) => {
        const later = (event: Event) => void this.#turn().then(() => listener(event));
        add(type, types.includes(type) ? later : listener);
      },
    });
  }

  #holdLocks({ navigator: { locks } }: View): void {
    const request = locks.request.bind(locks);
    const counts = this.locks;
    const ask = async (name: string, options: LockOptions, act: LockGrantedCallback<unknown>) => {
      await this.#turn();
      const after = count(counts, 'pending');
      return request(name, options, async (lock) => {
        after();
        const released = lock === null ? () => undefined : count(counts, 'held');
        return Promise.resolve(act(lock)).finally(released);
      }).finally(after);
    };
    Object.assign(locks, { request: ask });
  }

  #holdTimers(view: View): void {
    let timers = 0;
    const cleared = new Set<number>();
    Object.assign(view, {
      setTimeout: (act: (...values: unknown[]) => void, _ms: number, ...values: unknown[]) => {
        const timer = (timers += 1);
        void this.#turn({ isTimer: true }).then(() => cleared.has(timer) || act(...values));
        return timer;
      },
      clearTimeout: (timer: number) => cleared.add(timer),
      confirm: () => true,
    });
  }

  #holdRequests(view: View, { school, onSync, onFailed }: Omit<RealmOptions, 'script'>): void {
    const held = heldRequests({
      exchange: (signal, form) => school.exchange(this, signal, form),
      onTimeout: (act) => void this.#turn({ isTimer: true }).then(act),
      onFailed,
    });
    Object.assign(view, held);
    // Background Sync is Chromium's, and needs a registered worker.
    const registration = { sync: { register: async () => onSync() } };
    Object.defineProperty(view.navigator.serviceWorker, 'getRegistration', {
      value: async () => registration,
    });
  }
}

/** @returns once, that it is over. */
function count<Name extends string>(counts: Record<Name, number>, name: Name): () => void {
  counts[name] += 1;
  let left = 1;
  return () => {
    counts[name] -= left;
    left = 0;
  };
}
