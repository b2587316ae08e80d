import type { RequestListener, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSampleApp } from '../../../sample/provider.ts';
import { loadSampleRecords } from '../../../sample/records.ts';
import {
  LIST_NAMES,
  PROVIDER_LISTS,
  type ListName,
} from '../../../shared/records/provider-lists.ts';
import { failEarly, failLate, type Failure } from './failures.ts';
import { listen, type Certificate, type Listener, type RecordedRequest } from './listen.ts';
import { isAuthorized, submissionOf, type Submission } from './submissions.ts';

const SCHOOL_CODE = 'GISNUP';
/** Read once for all providers of a process. */
const RECORDS = loadSampleRecords('sample/records');

/** A record as a test plants it. */
export type Row = Readonly<Record<string, unknown>>;

/** `all`, `forms` (with look-ups), a path (with its query if it has one) to the letter, or an expression over both. */
type PathPattern = 'all' | 'forms' | RegExp | `/${string}`;

/** The calls that carry what visitors have written. */
const FORM_CALL = /^\/api\/(form|tc)\//;
const FILE_CALL = '/api/image/';

/** The response for a file. */
export type FileContent = Buffer | RequestListener;

/** Files by their decoded path below `/api/image/`; what has no content is 404. */
export type Files = Record<string, FileContent> | ((path: string) => FileContent | undefined);

type TestProviderOptions = {
  /** What it has before a test gives it anything; by default all that the sample provider has. */
  has?: 'sample' | 'nothing';
  /** In place of those of the sample. */
  files?: Files;
  /** Sent with every response. */
  headers?: Readonly<Record<string, string>>;
  now?: () => Date;
  /** A path before all of its own. */
  prefix?: string;
  /** By HTTPS with this certificate. */
  tls?: Certificate | null;
};

/**
 * The provider of most tests, on a loopback port: lists and files that a test may replace, forms taken
 * apart, everything recorded, and failures on demand. It requires no token until a test sets one.
 */
export class TestProvider {
  /** The only token that forms and look-ups are taken with; null takes any. */
  token: string | null = null;
  /** The response to a look-up. */
  certificate: unknown = { data: 'certificates/one.jpg' };
  files: Files | null;
  /** Forms and look-ups accepted, in order. */
  readonly received: Submission[] = [];
  /** Albums by id, as subGallery sends them unless `setList` replaces them. */
  readonly albums = new Map<string, Row>();
  readonly #lists = new Map<ListName, unknown>();
  readonly #failures: { pattern: PathPattern; failure: Failure }[] = [];
  readonly #listener: Listener;
  readonly #prefix: string;

  private constructor(listener: Listener, files: Files | null, prefix: string) {
    this.#listener = listener;
    this.files = files;
    this.#prefix = prefix;
  }

  static async start({
    has = 'sample',
    files,
    headers = {},
    now = () => new Date(),
    prefix = '',
    tls = null,
  }: TestProviderOptions = {}): Promise<TestProvider> {
    const options = { folder: resolve('sample'), dataDir: null, now };
    const sample = has === 'sample' ? createSampleApp(await RECORDS, options) : null;
    const listener = await listen(
      (request, response) => provider.#respond(request, response, sample),
      (request, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        return failEarly(provider.#failureFor(request), response);
      },
      tls,
    );
    const own = files ?? (has === 'sample' ? null : {});
    const provider = new TestProvider(listener, own, prefix);
    return provider;
  }

  /** Origin and prefix. */
  get url(): string {
    return this.#listener.origin + this.#prefix;
  }

  /** All requests in order; `body` is empty until it is complete. */
  get requests(): RecordedRequest[] {
    return this.#listener.requests;
  }

  /** Decoded paths of the requested files, in order. */
  get requestedFiles(): string[] {
    return this.requests
      .filter(({ url }) => url.startsWith(FILE_CALL))
      .map(({ url }) => decodeURIComponent(url.slice(FILE_CALL.length)));
  }

  /** Idempotency keys of all forms and look-ups, accepted or not. */
  get attempts(): string[] {
    return this.requests
      .filter(({ url }) => FORM_CALL.test(url))
      .map(({ headers }) => String(headers['idempotency-key']));
  }

  /** A list has this content from now on. */
  readonly setList = (name: ListName, rows: unknown): void => void this.#lists.set(name, rows);

  /** Goes wrong on the paths of the pattern until `heal`; the last call that matches counts. */
  async fail(pattern: PathPattern, failure: Failure): Promise<void> {
    this.#failures.push({ pattern, failure });
    if (failure === 'refuse') await this.stop();
  }

  async heal(): Promise<void> {
    this.#failures.length = 0;
    await this.start();
  }

  /** Closes the port and all connections. */
  stop(): Promise<void> {
    return this.#listener.stop();
  }

  /** Opens the same port again. */
  start(): Promise<void> {
    return this.#listener.start();
  }

  #failureFor({ url }: RecordedRequest): Failure | undefined {
    return this.#failures.findLast(({ pattern }) => {
      if (pattern === 'all') return true;
      if (pattern === 'forms') return FORM_CALL.test(url);
      return typeof pattern === 'string' ? pattern === url : pattern.test(url);
    })?.failure;
  }

  async #respond(
    request: RecordedRequest,
    response: ServerResponse,
    sample: RequestListener | null,
  ): Promise<void> {
    const failure = this.#failureFor(request);
    const { token } = this;
    if (token !== null && FORM_CALL.test(request.url) && !isAuthorized(request, token))
      return sendJson(response, { error: 'Unauthenticated.' }, 401);
    const stores =
      typeof failure === 'object' && 'response' in failure && failure.isStored === true;
    if (stores) this.received.push(await submissionOf(request));
    if (await failLate(failure, response)) return;
    const { method } = request;
    const url = request.url.slice(this.#prefix.length);
    if (!request.url.startsWith(`${this.#prefix}/`)) return void response.writeHead(404).end();
    if (method === 'POST' && FORM_CALL.test(url)) {
      this.received.push(await submissionOf(request));
      return sendJson(response, url.startsWith('/api/tc/') ? this.certificate : { ok: true });
    }
    if (this.files !== null && url.startsWith(FILE_CALL)) {
      const path = decodeURIComponent(url.slice(FILE_CALL.length));
      return sendFile(
        response,
        typeof this.files === 'function' ? this.files(path) : this.files[path],
      );
    }
    const list = listOf(url);
    if (list !== undefined && (this.#lists.has(list) || sample === null))
      return sendJson(response, this.#lists.get(list) ?? this.#albumAt(url));
    if (sample === null) return void response.writeHead(404).end();
    response.req.url = url;
    sample(response.req, response);
  }

  /** The album of a call of subGallery; undefined for another list. */
  #albumAt(url: string): Row[] {
    const album = this.albums.get(idOf(url));
    return album === undefined ? [] : [album];
  }
}

/** A provider of one test, which stops it. */
export async function providerOfTest(options: TestProviderOptions = {}): Promise<TestProvider> {
  const provider = await TestProvider.start(options);
  onTestFinished(() => provider.stop());
  return provider;
}

/** The list of a call. */
function listOf(url: string): ListName | undefined {
  if (url.startsWith('/api/subGallery?')) return 'subGallery';
  return LIST_NAMES.find((name) => PROVIDER_LISTS[name].path(SCHOOL_CODE, '') === url);
}

const idOf = (url: string): string => new URL(url, 'http://localhost').searchParams.get('id') ?? '';

function sendFile(response: ServerResponse, content: FileContent | undefined): void {
  if (typeof content === 'function') content(response.req, response);
  else if (content === undefined) response.writeHead(404).end();
  else response.end(content);
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}
