import type FormData from 'form-data';
import { Agent, type Dispatcher } from 'undici';
import type { Log } from '../web/log.ts';
import { parseListAnswer } from './list-answer.ts';
import { parseAnswer, throwIfFailure } from './post-answer.ts';
import {
  createProviderBreaker,
  type CallSubject,
  type ProviderBreaker,
} from './provider-breaker.ts';
import {
  firstValue,
  startCall,
  type ProviderCall,
  type ProviderCallOptions,
} from './provider-call.ts';
import { receiveFile } from './provider-file.ts';
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts';
import { ProviderError, type CallOptions, type Provider, type ProviderFile } from './provider.ts';
import { ACCEPTED_ENCODINGS, cappedChunks } from './read-body.ts';
import { formBody, jsonBody } from './request-body.ts';
import { filePath, targetUrl } from './target-url.ts';

export type ProviderOptions = {
  /** Origin and optional path prefix; the paths of are appended. */
  url: string;
  /** Bearer token (RFC 6750), sent only on the calls that ask for it. */
  token: string | null;
  log: Log;
  limits?: Partial<ProviderLimits>;
  /** Milliseconds since the epoch. */
  now?: () => number;
};

/**
 * The provider over HTTP. Lists and files ask the breaker first. Submissions do not: each is a
 * visitor's, the outbox paces its own repeats, and the first one after an outage must get through.
 */
export class HttpProvider implements Provider {
  readonly base: string;
  readonly #token: string | null;
  readonly #log: Log;
  readonly #limits: ProviderLimits;
  readonly #now: () => number;
  readonly #agents: Readonly<Record<'lists' | 'albums' | 'files' | 'forms', Agent>>;
  readonly #breaker: ProviderBreaker;
  #isStopping = false;

  constructor({ url, token, log, limits, now = Date.now }: ProviderOptions) {
    this.base = url;
    this.#token = token;
    this.#log = log;
    this.#limits = { ...PROVIDER_LIMITS, ...limits };
    this.#now = now;
    this.#agents = {
      lists: createAgent(this.#limits.maxListConnections, this.#limits),
      albums: createAgent(this.#limits.maxAlbumConnections, this.#limits),
      files: createAgent(this.#limits.maxFileConnections, this.#limits),
      forms: createAgent(this.#limits.maxFormConnections, this.#limits),
    };
    this.#breaker = createLoggedBreaker(log, this.#limits);
  }

  async getJson(path: string, { withToken, requestId }: CallOptions): Promise<unknown> {
    this.#refuseWhenStopping();
    const url = targetUrl(this.base, path);
    const subject: CallSubject = path.includes('?') ? { kind: 'item' } : { kind: 'list', path };
    return this.#breaker.run(subject, async () => {
      const call = this.#start({
        dispatcher: subject.kind === 'list' ? this.#agents.lists : this.#agents.albums,
        method: 'GET',
        url,
        headers: { ...JSON_HEADERS, ...this.#authorization(withToken) },
        body: null,
        timeoutMs: this.#limits.listMs,
        logPath: withoutQuery(path),
        requestId,
      });
      try {
        const answer = await call.answer();
        const json = parseListAnswer(await this.#readBytes(call, answer), answer);
        call.succeed();
        return json;
      } catch (error) {
        throw this.#failed(call, error);
      }
    });
  }

  async getFile(
    ref: string,
    { requestId, signal }: { requestId?: string; signal?: AbortSignal } = {},
  ): Promise<ProviderFile> {
    this.#refuseWhenStopping();
    const url = targetUrl(this.base, filePath(ref));
    return this.#breaker.run({ kind: 'item' }, async () => {
      signal?.throwIfAborted();
      const ended = new AbortController();
      const call = this.#start({
        dispatcher: this.#agents.files,
        method: 'GET',
        url,
        headers: { accept: '*/*', 'accept-encoding': 'identity' },
        body: null,
        timeoutMs: this.#limits.imageMs,
        // The name of a certificate's picture is about a pupil.
        logPath: '/api/image/:ref',
        requestId,
        onEnd: (failure) => ended.abort(failure),
      });
      signal?.addEventListener('abort', () => call.succeed(), { signal: ended.signal });
      try {
        const answer = await call.answer();
        const maxBytes = this.#limits.maxFileBytes;
        return receiveFile({ call, answer, ended: ended.signal, maxBytes });
      } catch (error) {
        signal?.throwIfAborted();
        throw this.#failed(call, error);
      }
    });
  }

  async post(
    path: string,
    body: { json: unknown } | { form: FormData; length: number },
    options: { requestId?: string; idempotencyKey?: string; timeoutMs?: number },
  ): Promise<{ status: number; json: unknown }> {
    this.#refuseWhenStopping();
    const { requestId, idempotencyKey, timeoutMs = this.#limits.formMs } = options;
    const url = targetUrl(this.base, path);
    const sent = 'form' in body ? formBody(body.form, body.length) : jsonBody(body.json);
    const call = this.#start({
      dispatcher: this.#agents.forms,
      method: 'POST',
      url,
      headers: {
        ...JSON_HEADERS,
        ...sent.headers,
        ...this.#authorization(true),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: sent.body,
      timeoutMs,
      logPath: withoutQuery(path),
      requestId,
    });
    try {
      const answer = await call.answer();
      const json = parseAnswer(await this.#readBytes(call, answer), answer);
      throwIfFailure(json, answer.statusCode);
      call.succeed();
      return { status: answer.statusCode, json };
    } catch (error) {
      throw this.#failed(call, error);
    }
  }

  state(): ReturnType<Provider['state']> {
    return this.#breaker.state();
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(Object.values(this.#agents).map((agent) => agent.destroy()));
  }

  #start(options: Omit<ProviderCallOptions, 'log' | 'now'>): ProviderCall {
    return startCall({ ...options, log: this.#log, now: this.#now });
  }

  #refuseWhenStopping(): void {
    if (this.#isStopping) throw new ProviderError('stopping');
  }

  #authorization(withToken: boolean): Record<string, string> {
    return withToken && this.#token !== null ? { authorization: `Bearer ${this.#token}` } : {};
  }

  #failed(call: ProviderCall, error: unknown): ProviderError {
    return call.fail(this.#isStopping ? new ProviderError('stopping', { cause: error }) : error);
  }

  async #readBytes(
    call: ProviderCall,
    { headers, body }: Dispatcher.ResponseData,
  ): Promise<Buffer> {
    const chunks: Buffer[] = [];
    // Nothing in gzip is a few bytes; no bytes at all would be a cut body to its decoder.
    const isEmpty = firstValue(headers['content-length']) === '0';
    const encoding = isEmpty ? undefined : firstValue(headers['content-encoding']);
    for await (const chunk of cappedChunks(body, encoding, this.#limits.maxJsonBytes)) {
      call.count(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** Of every call whose answer is to be JSON. */
const JSON_HEADERS = { accept: 'application/json', 'accept-encoding': ACCEPTED_ENCODINGS };

function createAgent(connections: number, { connectMs }: ProviderLimits): Agent {
  return new Agent({ connect: { timeout: connectMs }, connections, pipelining: 1 });
}

/** A breaker whose changes are lines of the log. */
function createLoggedBreaker(log: Log, limits: ProviderLimits): ProviderBreaker {
  return createProviderBreaker({
    failures: limits.breakerFailures,
    firstProbeMs: limits.breakerFirstProbeMs,
    longestProbeMs: limits.breakerLongestProbeMs,
    onChange: (from, to, cause) => {
      const line = { event: 'provider-state' as const, from, to };
      if (to === 'up') log.info(line);
      else log.warn({ ...line, cause });
    },
  });
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0] ?? '';
}
