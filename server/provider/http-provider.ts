import type FormData from 'form-data';
import { Agent, type Dispatcher } from 'undici';
import type { Log } from '../web/log.ts';
import { createProviderBreaker, type CallSubject } from './provider-breaker.ts';
import { parseListAnswer } from './list-answer.ts';
import { parseAnswer, throwIfFailure } from './post-answer.ts';
import { firstValue, startCall, type ProviderCall } from './provider-call.ts';
import { receiveFile } from './provider-file.ts';
import { ProviderError, type CallOptions, type Provider, type ProviderFile } from './provider.ts';
import { ACCEPTED_ENCODINGS, cappedChunks } from './read-body.ts';
import { formBody, jsonBody } from './request-body.ts';
import { filePath, targetUrl } from './target-url.ts';

export type ProviderLimits = {
  connectMs: number;
  /** Total deadline of a list. */
  listMs: number;
  /** Total deadline of an image or a file. */
  imageMs: number;
  /** Total deadline of a submission that does not bring its own. */
  formMs: number;
  /** Most bytes of a list, and of the answer to a submission, after decoding. */
  maxJsonBytes: number;
  /** Most bytes of an image or a file. */
  maxFileBytes: number;
  /** Connections for lists. All else has its own, so that slow pictures, or albums that nobody has, never hold up a list. */
  maxListConnections: number;
  maxAlbumConnections: number;
  maxFileConnections: number;
  maxFormConnections: number;
  /** Failures in a row after which the provider counts as down. */
  breakerFailures: number;
  breakerFirstProbeMs: number;
  breakerLongestProbeMs: number;
};

const MIB = 1024 * 1024;

/** RELIABILITY C7 to C10. The four kinds of connections are 16 together. */
export const PROVIDER_LIMITS: ProviderLimits = {
  connectMs: 2_000,
  listMs: 5_000,
  imageMs: 20_000,
  formMs: 15_000,
  maxJsonBytes: 5 * MIB,
  maxFileBytes: 25 * MIB,
  maxListConnections: 6,
  maxAlbumConnections: 2,
  maxFileConnections: 6,
  maxFormConnections: 2,
  breakerFailures: 3,
  breakerFirstProbeMs: 5_000,
  breakerLongestProbeMs: 8_000,
};

export type ProviderOptions = {
  /** Origin and optional path prefix; the paths of SPEC §7 are appended. */
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
export function createProvider({
  url,
  token,
  log,
  limits: given,
  now = Date.now,
}: ProviderOptions): Provider {
  const limits = { ...PROVIDER_LIMITS, ...given };
  const lists = createAgent(limits.maxListConnections);
  const albums = createAgent(limits.maxAlbumConnections);
  const files = createAgent(limits.maxFileConnections);
  const forms = createAgent(limits.maxFormConnections);
  let isStopping = false;

  const breaker = createProviderBreaker({
    failures: limits.breakerFailures,
    firstProbeMs: limits.breakerFirstProbeMs,
    longestProbeMs: limits.breakerLongestProbeMs,
    onChange: (from, to, cause) => {
      const line = { event: 'provider-state' as const, from, to };
      if (to === 'up') log.info(line);
      else log.warn({ ...line, cause });
    },
  });

  function createAgent(connections: number): Agent {
    return new Agent({ connect: { timeout: limits.connectMs }, connections, pipelining: 1 });
  }

  function refuseWhenStopping(): void {
    if (isStopping) throw new ProviderError('stopping');
  }

  function authorization(withToken: boolean): Record<string, string> {
    return withToken && token !== null ? { authorization: `Bearer ${token}` } : {};
  }

  function failed(call: ProviderCall, error: unknown): ProviderError {
    return call.fail(isStopping ? new ProviderError('stopping', { cause: error }) : error);
  }

  async function readBytes(
    call: ProviderCall,
    { headers, body }: Dispatcher.ResponseData,
  ): Promise<Buffer> {
    const chunks: Buffer[] = [];
    // Nothing in gzip is a few bytes; no bytes at all would be a cut body to its decoder.
    const isEmpty = firstValue(headers['content-length']) === '0';
    const encoding = isEmpty ? undefined : firstValue(headers['content-encoding']);
    for await (const chunk of cappedChunks(body, encoding, limits.maxJsonBytes)) {
      call.count(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async function getJson(path: string, { withToken, requestId }: CallOptions): Promise<unknown> {
    refuseWhenStopping();
    const target = targetUrl(url, path);
    const subject: CallSubject = path.includes('?') ? { kind: 'item' } : { kind: 'list', path };
    return breaker.run(subject, async () => {
      const call = startCall({
        dispatcher: subject.kind === 'list' ? lists : albums,
        method: 'GET',
        url: target,
        headers: {
          accept: 'application/json',
          'accept-encoding': ACCEPTED_ENCODINGS,
          ...authorization(withToken),
        },
        body: null,
        timeoutMs: limits.listMs,
        logPath: withoutQuery(path),
        requestId,
        log,
        now,
      });
      try {
        const answer = await call.answer();
        const json = parseListAnswer(await readBytes(call, answer), answer);
        call.succeed();
        return json;
      } catch (error) {
        throw failed(call, error);
      }
    });
  }

  async function getFile(
    ref: string,
    { requestId, signal }: { requestId?: string; signal?: AbortSignal } = {},
  ): Promise<ProviderFile> {
    refuseWhenStopping();
    const target = targetUrl(url, filePath(ref));
    return breaker.run({ kind: 'item' }, async () => {
      signal?.throwIfAborted();
      const ended = new AbortController();
      const call = startCall({
        dispatcher: files,
        method: 'GET',
        url: target,
        headers: { accept: '*/*', 'accept-encoding': 'identity' },
        body: null,
        timeoutMs: limits.imageMs,
        // The name of a certificate's picture is about a pupil.
        logPath: '/api/image/:ref',
        requestId,
        log,
        now,
        onEnd: (failure) => ended.abort(failure),
      });
      signal?.addEventListener('abort', () => call.succeed(), { signal: ended.signal });
      try {
        const answer = await call.answer();
        return receiveFile({ call, answer, ended: ended.signal, maxBytes: limits.maxFileBytes });
      } catch (error) {
        signal?.throwIfAborted();
        throw failed(call, error);
      }
    });
  }

  async function post(
    path: string,
    body: { json: unknown } | { form: FormData; length: number },
    {
      requestId,
      idempotencyKey,
      timeoutMs = limits.formMs,
    }: { requestId?: string; idempotencyKey?: string; timeoutMs?: number },
  ): Promise<{ status: number; json: unknown }> {
    refuseWhenStopping();
    const target = targetUrl(url, path);
    const sent = 'form' in body ? formBody(body.form, body.length) : jsonBody(body.json);
    const call = startCall({
      dispatcher: forms,
      method: 'POST',
      url: target,
      headers: {
        accept: 'application/json',
        'accept-encoding': ACCEPTED_ENCODINGS,
        ...sent.headers,
        ...authorization(true),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: sent.body,
      timeoutMs,
      logPath: withoutQuery(path),
      requestId,
      log,
      now,
    });
    try {
      const answer = await call.answer();
      const json = parseAnswer(await readBytes(call, answer), answer);
      throwIfFailure(json, answer.statusCode);
      call.succeed();
      return { status: answer.statusCode, json };
    } catch (error) {
      throw failed(call, error);
    }
  }

  async function close(): Promise<void> {
    isStopping = true;
    await Promise.all([lists, albums, files, forms].map((agent) => agent.destroy()));
  }

  return { base: url, getJson, getFile, post, state: () => breaker.state(), close };
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0] ?? '';
}
