import type FormData from 'form-data';
import { EnvHttpProxyAgent } from 'undici';
import { hasEnd } from '../images/file-kind.ts';
import type { ClockComparison } from '../clock-comparison.ts';
import type { Settings } from '../config.ts';
import type { Log } from '../log/log.ts';
import { withoutQuery } from '../log/request-log.ts';
import { parseListResponse, parseSubmissionResponse } from './provider-response.ts';
import { ProviderBreaker, type ProviderState } from './provider-breaker.ts';
import { ACCEPTED_ENCODINGS, callProvider, type Authorize } from './provider-call.ts';
import { ProviderError } from './provider-error.ts';
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts';
import { filePath, targetUrl } from './target-url.ts';

type CallOptions = { withToken: boolean; requestId?: string };

type PostOptions = { requestId?: string; idempotencyKey?: string; timeoutMs?: number };

type ProviderOptions = {
  /** Origin and optional path prefix. */
  url: string;
  /** Bearer token (RFC 6750). */
  token: string | null;
  proxies?: Settings['proxies'];
  log: Log;
  clocks?: ClockComparison;
  now?: () => Date;
  limits?: Partial<ProviderLimits>;
};

/** Empty values keep undici from reading the environment. */
const NO_PROXIES: Settings['proxies'] = { httpProxy: '', httpsProxy: '', noProxy: '' };

export function createProviderAgent(
  proxies: Settings['proxies'],
  { connections, connectMs }: { connections: number; connectMs: number },
) {
  return new EnvHttpProxyAgent({
    ...proxies,
    connect: { timeout: connectMs },
    connections,
    pipelining: 1,
  });
}

const JSON_HEADERS = { accept: 'application/json', 'accept-encoding': ACCEPTED_ENCODINGS };

/**
 * The provider over HTTP: hides URL, token, deadlines, size limits and errors. Lists and files pass the breaker.
 * Submissions do not: the outbox paces its retries, and the first one after an outage must get through.
 */
export class HttpProvider {
  /** Origin and path prefix. */
  readonly base: string;
  readonly #options: ProviderOptions;
  readonly #limits: ProviderLimits;
  readonly #agents;
  readonly #breaker: ProviderBreaker;
  #isStopping = false;

  constructor(options: ProviderOptions) {
    const { url, proxies = NO_PROXIES, log, now = () => new Date() } = options;
    this.base = url;
    this.#options = options;
    this.#limits = { ...PROVIDER_LIMITS, ...options.limits };
    const agent = (connections: number) =>
      createProviderAgent(proxies, { connections, connectMs: this.#limits.connectMs });
    this.#agents = {
      lists: agent(this.#limits.maxListConnections),
      albums: agent(this.#limits.maxAlbumConnections),
      files: agent(this.#limits.maxFileConnections),
      forms: agent(this.#limits.maxFormConnections),
      certificates: agent(this.#limits.maxCertificateConnections),
    };
    this.#breaker = new ProviderBreaker({ limits: this.#limits, log, now });
  }

  /** The JSON of a list or an album. @throws ProviderError */
  async getJson(path: string, { withToken, requestId }: CallOptions): Promise<unknown> {
    const list = path.includes('?') ? null : path;
    const call = {
      ...this.#defaults(path),
      dispatcher: list === null ? this.#agents.albums : this.#agents.lists,
      headers: JSON_HEADERS,
      authorize: withToken ? this.#authorize : undefined,
      timeoutMs: this.#limits.listMs,
      maxReceivedBytes: this.#limits.maxReceivedJsonBytes,
    };
    return this.#breaker.run(
      list,
      (id) => callProvider({ ...call, requestId: id }, parseListResponse),
      requestId,
    );
  }

  /** A complete file. @throws ProviderError */
  async getFile(ref: string, requestId?: string): Promise<Buffer> {
    const call = {
      ...this.#defaults(filePath(ref), requestId),
      dispatcher: this.#agents.files,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      timeoutMs: this.#limits.imageMs,
      maxBytes: this.#limits.maxFileBytes,
      // A certificate's file name may name a pupil.
      logPath: '/api/image/:ref',
    };
    return this.#breaker.run(null, () =>
      callProvider(call, ({ status, isComplete, bytes }) => {
        if (status !== 200) throw new ProviderError('status', { status });
        if (!isComplete && !hasEnd(bytes)) throw new ProviderError('cut');
        return bytes;
      }),
    );
  }

  /**
   * A submission. Resolves when the provider accepts it: a 2xx whose body is empty (`json` is null) or JSON
   * that reports no failure. @throws ProviderError otherwise, also for HTML and cut bodies with 200.
   */
  async post(
    path: string,
    body: { json: unknown } | { form: FormData },
    { requestId, idempotencyKey, timeoutMs = this.#limits.formMs }: PostOptions,
  ): Promise<{ status: number; json: unknown }> {
    // Some platforms reject chunked files: the length is known beforehand.
    const sent =
      'form' in body
        ? { body: body.form.getBuffer(), headers: body.form.getHeaders() }
        : { body: JSON.stringify(body.json), headers: { 'content-type': 'application/json' } };
    // A form that waits for a connection has the whole time for its response: cut off, it could be a repeat.
    const agent = path.startsWith('/api/tc/')
      ? { dispatcher: this.#agents.certificates }
      : { dispatcher: this.#agents.forms, connectionMs: this.#limits.formMs };
    const call = {
      ...this.#defaults(path, requestId),
      ...agent,
      headers: {
        ...JSON_HEADERS,
        ...sent.headers,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      authorize: this.#authorize,
      body: sent.body,
      timeoutMs,
    };
    return callProvider(call, (response) => ({
      status: response.status,
      json: parseSubmissionResponse(response),
    }));
  }

  state(): ProviderState {
    return this.#breaker.state();
  }

  /** Calls in progress end with `stopping`. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(Object.values(this.#agents).map((agent) => agent.destroy()));
  }

  readonly #authorize: Authorize = (): Record<string, string> => {
    const { token } = this.#options;
    return token === null ? {} : { authorization: `Bearer ${token}` };
  };

  /** @throws ProviderError `stopping` or `refused-path`. */
  #defaults(path: string, requestId?: string) {
    if (this.#isStopping) throw new ProviderError('stopping');
    return {
      url: targetUrl(this.base, path),
      body: null,
      maxBytes: this.#limits.maxJsonBytes,
      logPath: withoutQuery(path),
      requestId,
      log: this.#options.log,
      clocks: this.#options.clocks,
      isStopping: () => this.#isStopping,
    };
  }
}

export type Provider = Pick<HttpProvider, keyof HttpProvider>;
