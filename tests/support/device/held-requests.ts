import type { School } from './school.ts';

type Body = FormData | URLSearchParams;

type Options = {
  exchange: (
    signal: AbortSignal,
    form: { key: string; message: string } | null,
  ) => ReturnType<School['exchange']>;
  onTimeout: (act: () => void) => void;
  onFailed: (message: string) => void;
};

/** `XMLHttpRequest` and `fetch` of a page, as far as its forms use them. */
export function heldRequests({ exchange, onTimeout, onFailed }: Options) {
  class HeldRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    #key = '';
    #controller = new AbortController();

    open(): void {}

    setRequestHeader(name: string, value: string): void {
      if (name === 'Idempotency-Key') this.#key = value;
    }

    abort(): void {
      this.#controller.abort();
    }

    send(body: Body): void {
      onTimeout(() => this.abort());
      void this.#send(messageIn(body)).finally(() => this.dispatchEvent(new Event('loadend')));
    }

    async #send(message: string): Promise<void> {
      const { signal } = this.#controller;
      const response = await exchange(signal, { key: this.#key, message }).catch(() => null);
      if (response === null) return;
      this.status = response.status;
      this.responseText = JSON.stringify(response.body);
      if (response.status !== 200) onFailed(message);
    }
  }

  type Fetched = { headers?: Record<string, string>; body?: Body; signal: AbortSignal };
  // A `Response` reads its body in tasks of its own.
  async function fetchHeld(_url: string, { headers = {}, body, signal }: Fetched) {
    const key = headers['Idempotency-Key'] ?? '';
    const form = body === undefined ? null : { key, message: messageIn(body) };
    const response = await exchange(signal, form);
    const { status } = response;
    return { status, ok: status === 200, json: async () => response.body };
  }

  return { XMLHttpRequest: HeldRequest, fetch: fetchHeld };
}

function messageIn(body: Body): string {
  return messageOf([...body]) ?? '';
}

/** The text by which the tests know a form. */
export function messageOf(
  fields: readonly (readonly [name: string, value: FormDataEntryValue])[],
): string | undefined {
  const [, message] = fields.find(([name]) => name === 'message') ?? [];
  return typeof message === 'string' ? message : undefined;
}
