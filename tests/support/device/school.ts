import type { Turns } from './turns.ts';

/** What the site responds to forms. */
export const RESPONSES = {
  takes: { status: 200, body: { ok: true, reference: 'GIS-1' } },
  rejects: { status: 502, body: { ok: false, error: 'rejected' } },
  busy: { status: 503, body: { ok: false, error: 'unavailable' } },
} as const;

type Form = { key: string; message: string };

/** A site behind a network. It takes a form once, however often it comes, as the real one does. */
export class School {
  isOnline = true;
  response: keyof typeof RESPONSES = 'takes';
  /** The keys under which it has a form, by its message. */
  readonly taken = new Map<string, Set<string>>();
  #turns: Turns;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** @param form null for a request that is not one. @throws without a response. */
  async exchange(
    owner: object,
    signal: AbortSignal,
    form: Form | null,
  ): Promise<{ status: number; body: object }> {
    const aborted = new Promise<never>((_resolve, reject) => {
      const abort = () => reject(new DOMException('aborted', 'AbortError'));
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
    });
    const leg = async (): Promise<void> => {
      await Promise.race([this.#turns.next(owner), aborted]);
      if (!this.isOnline) throw new TypeError('Failed to fetch');
    };
    await leg();
    const response = form === null ? RESPONSES.takes : this.#receive(form);
    await leg();
    return response;
  }

  #receive({ key, message }: Form) {
    const keys = this.taken.get(message);
    if (this.response !== 'busy' && keys !== undefined) {
      keys.add(key);
      return RESPONSES.takes;
    }
    if (this.response === 'takes') this.taken.set(message, new Set([key]));
    return RESPONSES[this.response];
  }
}
