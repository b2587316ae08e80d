import type { ServerResponse } from 'node:http';
import { LIST_NAMES, type ExpectedList, type ListName, type School } from './expected.ts';
import { listen, type RecordedRequest } from './listen.ts';
import { messyLeaders } from './messy-leaders.ts';
import { MessyStore, messyList, readerOf, type MessyEntry } from './messy-records.ts';
import { DRESSES, TAKEN, send, sendRows, type Dress } from './messy-responses.ts';
import { PROVIDER_LISTS } from '../../../shared/records/provider-lists.ts';
import { bearer, submissionOf, type Submission } from './submissions.ts';

type MessyOptions = {
  /** The bearer token that forms and some lists need. */
  token?: string;
  schoolCode?: string;
  /** Precedes `/api`, such as `/v2/school`; without a trailing slash. */
  prefix?: string;
  /** The dates of the records are in its year. */
  now?: Date;
  /** Plain news of Farrukhabad beside the variants; 5,000 make a long list. */
  manyNews?: number;
};

export type MessyProvider = Awaited<ReturnType<typeof startMessy>>;

const HTML = '<!doctype html><title>Maintenance</title><h1>We are back soon</h1>';
const RUBBISH_ROWS: readonly unknown[] = [null, 'rubbish', 7, [], {}, true, [null]];
const WITH_TOKEN = new Set('notification onlineRegistration principalMessage tc form'.split(' '));
/** The lists for the home pages have every fourth row. */
const SHORT_EVERY = 4;
const SHORT_LISTS = new Set(['news', 'events', 'gallery']);

/** Calls of the lists, those of kinds without rows here included. */
const OTHER_LISTS = new Set(
  Object.values(PROVIDER_LISTS).map(({ path }) => path('', '').slice('/api/'.length, -1)),
);
const UNDRESSED: Dress = { type: 'application/json', wrap: (rows) => rows };

/** How the response of each certificate names its file. */
const CERTIFICATES: readonly ((path: string) => unknown)[] = [
  (path) => ({ data: path.replaceAll('/', '\\') }),
  (path) => ({ status: 'success', error: '', data: { url: `/api/image/${path}` } }),
  (path) => ({ data: { data: ` ${path} ` }, message: null }),
];

const ALBUM_WRAPS: readonly Dress['wrap'][] = [
  (rows) => ({ status: true, data: rows.length === 1 ? rows[0] : rows, message: 'ok' }),
  (rows) => rows,
  (rows) => (rows.length === 1 ? rows[0] : { data: rows }),
];

/** A platform of many hands and years: every field is written in many ways. */
export async function startMessy({
  token,
  schoolCode = 'GISNUP',
  prefix = '',
  now = new Date(),
  manyNews = 0,
}: MessyOptions = {}) {
  const listener = await listen(respond);
  const url = `${listener.origin}${prefix}`;
  const store = new MessyStore(url);
  const amounts = { year: now.getUTCFullYear(), many: manyNews };
  const lists = new Map<string, MessyEntry[]>(
    LIST_NAMES.map((name) => [
      name,
      name === 'principalMessage' ? messyLeaders(store) : messyList(store, name, amounts),
    ]),
  );
  const entriesOf = (name: string) => lists.get(name) ?? [];
  const certificateResponses = new Map<string, unknown>();
  const certificates = CERTIFICATES.map((responseFor, index) => {
    const admission = `A-${index + 1}`;
    const path = `issued/${2026 + index}/c${index}.jpg`;
    certificateResponses.set(admission, responseFor(path));
    return { admission, name: `Student ${index}`, path, sha256: store.keep(path, 'pictures') };
  });
  const submissions: Submission[] = [];
  let isDown = false;

  async function respond(request: RecordedRequest, response: ServerResponse): Promise<void> {
    if (isDown) return send(response, 200, 'text/html', HTML);
    const { pathname, searchParams } = new URL(request.url, 'http://platform.invalid');
    if (!pathname.startsWith(`${prefix}/api/`)) return sendNotFound(response);
    const parts = decodeURIComponent(pathname.slice(`${prefix}/api/`.length)).split('/');
    const [call = '', ...rest] = parts;
    if (WITH_TOKEN.has(call) && token !== undefined && bearer(request) !== token)
      return send(response, 401, 'text/html', '<h1>Unauthorized</h1>');
    if (request.method === 'POST' && rest[0] === schoolCode)
      return sendResult(response, call, await submissionOf(request));
    if (request.method !== 'GET') return sendNotFound(response);
    if (call === 'image') return sendImage(response, rest.join('/'));
    if (call === 'subGallery') return sendAlbum(response, searchParams.get('id') ?? '');
    sendList(response, parts);
  }

  function sendResult(response: ServerResponse, call: string, submission: Submission): void {
    if (call === 'form') {
      const [code, type, body] = TAKEN[submissions.length % TAKEN.length] ?? [204, null, ''];
      submissions.push(submission);
      return send(response, code, type, body);
    }
    const certificate = certificateResponses.get(submission.fields['admission'] ?? '');
    const none = { status: false, message: 'No record', data: null };
    send(response, 200, 'text/html', JSON.stringify(certificate ?? none));
  }

  function sendImage(response: ServerResponse, path: string): void {
    const file = store.files.get(path);
    if (file === undefined) return sendNotFound(response);
    if (file.type !== '') response.setHeader('Content-Type', file.type);
    response.setHeader('Content-Disposition', 'attachment; filename="download"');
    response.setHeader('Set-Cookie', 'PHPSESSID=abc; path=/');
    response.end(file.bytes);
  }

  function sendAlbum(response: ServerResponse, id: string): void {
    const rows = entriesOf('gallery')
      .map(({ row }) => row)
      .filter((row) => id !== '' && String(row['_id']) === id);
    const wrap = ALBUM_WRAPS[id.length % ALBUM_WRAPS.length];
    if (rows.length === 0 || wrap === undefined) return sendNotFound(response);
    sendRows(response, { type: 'text/html', wrap }, rows);
  }

  function sendList(response: ServerResponse, parts: readonly string[]): void {
    const name = parts.slice(0, -1).join('/');
    const dress = DRESSES[name] ?? (OTHER_LISTS.has(name) ? UNDRESSED : undefined);
    if (dress === undefined || parts.at(-1) !== schoolCode) return sendNotFound(response);
    const rows = entriesOf(parts[0] ?? '').map(({ row }) => row);
    const some = rows.filter((_, index) => !SHORT_LISTS.has(name) || index % SHORT_EVERY === 0);
    sendRows(response, dress, [...RUBBISH_ROWS, ...some, null]);
  }

  return {
    url,
    token: token ?? null,
    schoolCode,
    requests: listener.requests,
    submissions,
    expected: (list: ListName, school: School): ExpectedList => readerOf(entriesOf(list), school),
    /** Of students that a look-up finds. */
    certificates,
    stop: () => listener.stop(),
    /** Every call is a page with 200 from now on. */
    startMaintenance() {
      isDown = true;
    },
  };
}

function sendNotFound(response: ServerResponse): void {
  send(response, 404, 'text/html', '<h1>Not Found</h1>');
}
