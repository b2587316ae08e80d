import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ListName } from '../../shared/provider-lists.ts';

/** Most requests, and most bytes of each body, that are recorded. */
const MAX_REQUESTS = 1_000;
const MAX_RECORDED_BODY = 64 * 1024;
const HUGE_BYTES = 60 * 1024 * 1024;
const DRIP_MS = 1_000;

/** How a provider goes wrong. `refuse` closes its port; the others answer, or fail to. */
export type Fault =
  | 'refuse'
  | 'reset'
  | 'hang'
  | 'html'
  | 'cutJson'
  | 'dripFeed'
  | 'nullBody'
  | 'huge'
  | 'badRows'
  | { status: 404 | 429 | 500 | 503; retryAfterSeconds?: number }
  | { delayMs: number };

/** `all`, a path (with its query if it has one) to the letter, or an expression over both. */
export type PathPattern = 'all' | RegExp | `/${string}`;

export type SeenRequest = {
  method: string;
  /** Path and query as they were sent. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The body as text, at most 64 KiB of it; complete once the request has ended. */
  body: string;
  bodySha256: string;
};

export type Faults = {
  set(pattern: PathPattern, fault: Fault): void;
  clear(): void;
  /** A list answers with this from now on, whatever it is. */
  setList: (name: ListName, rows: unknown) => void;
  resetLists: () => void;
  requests: SeenRequest[];
  /** The first request that fits, whether it has come or is still to come, once its body is complete. */
  waitForRequest: (predicate: (request: SeenRequest) => boolean) => Promise<SeenRequest>;
  /** Keeps the request and, when a fault is set for its path, answers it; else calls `next`. */
  handle(req: IncomingMessage, res: ServerResponse, next: () => void): void;
  /** What a list answers in place of its own rows; undefined when it answers those. */
  rowsFor(req: IncomingMessage, name: ListName, rows: () => readonly unknown[]): unknown;
};

/** The switches of the tests' provider: what it was asked, and how it shall go wrong. */
export function createFaults(): Faults {
  const faults: { pattern: PathPattern; fault: Fault }[] = [];
  const lists = new Map<ListName, unknown>();
  const requests: SeenRequest[] = [];
  const waiting = new Set<(request: SeenRequest) => void>();

  function faultFor(url: string): Fault | undefined {
    return faults.findLast(
      ({ pattern }) =>
        pattern === 'all' || (typeof pattern === 'string' ? pattern === url : pattern.test(url)),
    )?.fault;
  }

  function keep(req: IncomingMessage): void {
    const seen: SeenRequest = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      body: '',
      bodySha256: '',
    };
    requests.push(seen);
    if (requests.length > MAX_REQUESTS) requests.shift();
    const hash = createHash('sha256');
    const recorded: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      if (bytes < MAX_RECORDED_BODY) recorded.push(chunk.subarray(0, MAX_RECORDED_BODY - bytes));
      bytes += chunk.length;
    });
    req.once('end', () => {
      seen.body = Buffer.concat(recorded).toString();
      seen.bodySha256 = hash.digest('hex');
      for (const notify of waiting) notify(seen);
    });
  }

  function handle(req: IncomingMessage, res: ServerResponse, next: () => void): void {
    keep(req);
    const fault = faultFor(req.url ?? '');
    if (fault === undefined || fault === 'badRows') next();
    else answerWrongly(fault, req, res, next);
  }

  function waitForRequest(predicate: (request: SeenRequest) => boolean): Promise<SeenRequest> {
    const already = requests.find((request) => request.bodySha256 !== '' && predicate(request));
    if (already !== undefined) return Promise.resolve(already);
    return new Promise((resolve) => {
      function notify(request: SeenRequest): void {
        if (!predicate(request)) return;
        waiting.delete(notify);
        resolve(request);
      }
      waiting.add(notify);
    });
  }

  return {
    set: (pattern, fault) => void faults.push({ pattern, fault }),
    clear: () => void faults.splice(0),
    setList: (name, rows) => void lists.set(name, rows),
    resetLists: () => lists.clear(),
    requests,
    waitForRequest,
    handle,
    rowsFor: (req, name, rows) => {
      if (faultFor(req.url ?? '') === 'badRows') return [...badRows(), ...rows()];
      return lists.get(name);
    },
  };
}

function answerWrongly(
  fault: Exclude<Fault, 'badRows'>,
  req: IncomingMessage,
  res: ServerResponse,
  next: () => void,
): void {
  const json = { 'content-type': 'application/json' };
  if (typeof fault === 'object') {
    if ('delayMs' in fault) {
      const timer = setTimeout(next, fault.delayMs);
      res.once('close', () => clearTimeout(timer));
      return;
    }
    const wait = fault.retryAfterSeconds;
    res.writeHead(fault.status, {
      ...json,
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    });
    res.end(JSON.stringify({ error: 'fault' }));
    return;
  }
  switch (fault) {
    case 'refuse':
      req.socket.destroy();
      break;
    case 'reset':
      req.socket.resetAndDestroy();
      break;
    case 'hang':
      break;
    case 'html':
      res
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Maintenance</title><h1>Back soon</h1>');
      break;
    case 'cutJson':
      res.writeHead(200, { ...json, 'content-length': '1000' });
      res.write('[{"_id":"1","title":"Half a rec', () => res.destroy());
      break;
    case 'dripFeed':
      res.writeHead(200, json);
      drip(res);
      break;
    case 'nullBody':
      res.writeHead(200, json).end('null');
      break;
    case 'huge':
      res.writeHead(200, json);
      flood(res);
      break;
  }
}

/** One byte per second of an answer that never ends. */
function drip(res: ServerResponse): void {
  res.write('[');
  const timer = setInterval(() => res.write(' '), DRIP_MS);
  res.once('close', () => clearInterval(timer));
}

/** A sound list of 60 MB. */
function flood(res: ServerResponse): void {
  const row = JSON.stringify({ _id: 'huge', title: 'x'.repeat(64 * 1024) });
  let sent = 0;
  function more(): void {
    while (!res.destroyed && sent < HUGE_BYTES) {
      const isFirst = sent === 0;
      sent += row.length;
      if (!res.write(isFirst ? `[${row}` : `,${row}`)) {
        res.once('drain', more);
        return;
      }
    }
    res.end(']');
  }
  more();
}

/** Rows that no page may show or run, of any list. */
function badRows(): unknown[] {
  const markup = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';
  const common = {
    school: 'FARRUKHABAD',
    date: '2026-02-31',
    fromDate: 'soon',
    url: 'javascript:window.broken=1',
  };
  return [
    null,
    7,
    'text',
    true,
    [],
    {},
    { ...common, _id: { $oid: 1 }, title: null, category: null, name: null },
    {
      ...common,
      _id: 'bad-1',
      title: ['list'],
      description: { a: 1 },
      category: 7,
      name: {},
      attachments: 'a\u0000b',
    },
    {
      ...common,
      _id: 'bad-2',
      title: markup,
      description: markup,
      category: 'News',
      name: markup,
      message: markup,
      attachments: [null, 7, {}, { path: '../../etc/passwd' }],
    },
    {
      ...common,
      _id: 'bad-3',
      title: 'x'.repeat(100_000),
      description: 'y'.repeat(100_000),
      category: 'PhotoGallery',
      images: {},
      image: 5,
    },
  ];
}
