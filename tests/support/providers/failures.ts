import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const HUGE_BYTES = 60 * 1024 * 1024;
const DRIP_MS = 1_000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** An answer to the byte; with `cut` it promises more bytes than it sends. */
type FixedAnswer = {
  answer: {
    status: number;
    headers?: Readonly<Record<string, string>>;
    body?: string;
    cut?: true;
  };
  /** The provider has taken the submission, whatever it answers. */
  isStored?: true;
};

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
  | { status: number; retryAfterSeconds?: number }
  | { delayMs: number }
  | FixedAnswer;

/** The fault of a provider that always answers this. */
export function answerWith(
  status: number,
  headers: Readonly<Record<string, string>>,
  body = '',
): FixedAnswer {
  return { answer: { status, headers, body } };
}

/** Goes wrong before a body is read, if the fault is of that kind; says whether it did. */
export function failEarly(fault: Fault | undefined, response: ServerResponse): boolean {
  if (fault === 'refuse') response.req.socket.destroy();
  else if (fault === 'reset') response.req.socket.resetAndDestroy();
  return fault === 'refuse' || fault === 'reset' || fault === 'hang';
}

/** Answers wrongly; says whether it did, as a request that is only late or gets bad rows is still to be answered. */
export async function failLate(fault: Fault | undefined, res: ServerResponse): Promise<boolean> {
  if (fault === undefined || fault === 'badRows') return false;
  if (typeof fault === 'object') {
    if ('delayMs' in fault) return await isGoneAfter(fault.delayMs, res);
    if ('answer' in fault) sendFixed(res, fault);
    else sendStatus(res, fault);
  } else if (fault === 'html') {
    res.writeHead(200, { 'content-type': 'text/html' });
    res.end('<!doctype html><title>Maintenance</title><h1>Back soon</h1>');
  } else if (fault === 'cutJson') {
    const body = '[{"_id":"1","title":"Half a rec';
    sendFixed(res, { answer: { status: 200, headers: JSON_TYPE, body, cut: true } });
  } else if (fault === 'dripFeed') drip(res.writeHead(200, JSON_TYPE));
  else if (fault === 'nullBody') res.writeHead(200, JSON_TYPE).end('null');
  else if (fault === 'huge') flood(res.writeHead(200, JSON_TYPE));
  return true;
}

function sendFixed(res: ServerResponse, { answer }: FixedAnswer): void {
  const { status, headers, body = '', cut = false } = answer;
  const length = Buffer.byteLength(body) + (cut ? 20 : 0);
  res.writeHead(status, { 'content-length': length, ...headers });
  if (cut) res.write(body, () => res.destroy());
  else res.end(body);
}

function sendStatus(
  res: ServerResponse,
  { status, retryAfterSeconds }: { status: number; retryAfterSeconds?: number },
): void {
  if (retryAfterSeconds !== undefined) res.setHeader('retry-after', retryAfterSeconds);
  res.writeHead(status, JSON_TYPE).end('{"error":"fault"}');
}

/** Whether whoever asked has left within the time. */
async function isGoneAfter(ms: number, res: ServerResponse): Promise<boolean> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return await delay(ms, false, { signal: gone.signal }).catch(() => true);
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
export function badRows(): unknown[] {
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
