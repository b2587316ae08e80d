import type { ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import type { RecordedRequest } from './listen.ts';
import { DRESSES, TAKEN, sendForm, sendHtml, sendRows } from './messy-responses.ts';
import type { Dress, FormResponse } from './messy-responses.ts';
import { messyLeaders } from './messy-leaders.ts';
import { manyNews, messyList, readerOf } from './messy-records.ts';
import { MessyStore } from './messy-store.ts';
import type { MessyEntry } from './messy-records.ts';
import { LIST_NAMES, mapLists, type ExpectedList, type ListName, type School } from './expected.ts';
import { bearer, submissionOf } from './submissions.ts';
import type { Submission } from './submissions.ts';

type MessyOptions = {
  /** The bearer token that forms and some lists need. */
  readonly token?: string;
  readonly schoolCode?: string;
  /** Precedes `/api`, such as `/v2/school`; without a trailing slash. */
  readonly prefix?: string;
  /** The dates of the records are around it. */
  readonly now?: Date;
  /** Plain news of Farrukhabad beside the variants; 5,000 make a long list. */
  readonly manyNews?: number;
};

/** A student whose certificate the platform has. */
type Certificate = {
  readonly admission: string;
  readonly name: string;
  readonly sha256: string;
  readonly path: string;
};

export type MessyProvider = {
  readonly url: string;
  readonly token: string | null;
  readonly schoolCode: string;
  readonly requests: readonly RecordedRequest[];
  readonly submissions: readonly Submission[];
  readonly expected: (list: ListName, school: School) => ExpectedList;
  readonly stop: () => Promise<void>;
  /** Every call is a page with 200 from now on, or no longer. */
  readonly maintenance: (on: boolean) => void;
  /** Certificate calls with these admission numbers find a file. */
  readonly certificates: readonly Certificate[];
};

type State = {
  readonly prefix: string;
  readonly schoolCode: string;
  readonly token: string | null;
  readonly store: MessyStore;
  readonly lists: Readonly<Record<ListName, readonly MessyEntry[]>>;
  readonly submissions: Submission[];
  readonly certificateResponses: ReadonlyMap<string, unknown>;
  responses: readonly FormResponse[];
  maintenance: boolean;
};

const RUBBISH_ROWS: readonly unknown[] = [null, 'rubbish', 7, [], {}, true, [null]];
const WITH_TOKEN = new Set('notification onlineRegistration principalMessage tc form'.split(' '));
/** The lists for the home pages have every ninth row. */
const SHORT_EVERY = 9;
const YEAR_WITHIN_INDIA = new Intl.DateTimeFormat('en', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
});

/** Each certificate's response names its file in another way. */
function certificateResponses(
  own: string,
): readonly (readonly [string, (path: string) => unknown])[] {
  return [
    ['A-1', (path) => ({ data: path.replaceAll('/', '\\') })],
    ['A-2', (path) => ({ status: true, data: { path } })],
    ['A-3', (path) => ({ data: `/api/image/${path}` })],
    ['A-4', (path) => ({ data: `${own}/api/image/${path}` })],
    ['A-5', (path) => ({ status: 'success', error: '', data: { url: `/api/image/${path}` } })],
    ['A-6', (path) => ({ data: [{ path }] })],
    ['A-7', (path) => ({ path })],
    ['A-8', (path) => ({ data: { data: ` ${path} ` }, message: null })],
  ];
}

function page404(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/html' });
  response.end('<h1>Not Found</h1>');
}

function sendImage(state: State, path: string, response: ServerResponse): void {
  const file = state.store.files.get(path);
  if (file === undefined) return page404(response);
  if (file.type !== '') response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Disposition', 'attachment; filename="download"');
  response.setHeader('Set-Cookie', 'PHPSESSID=abc; path=/');
  response.end(file.bytes);
}

function post(
  state: State,
  request: RecordedRequest,
  call: string,
  rest: readonly string[],
  response: ServerResponse,
): void {
  if (rest[0] !== state.schoolCode) return page404(response);
  if (call === 'form') {
    state.submissions.push(submissionOf(request));
    const [next, ...later] = state.responses;
    if (next === undefined) throw new Error('no response is left');
    state.responses = [...later, next];
    return sendForm(response, next);
  }
  const { fields } = submissionOf(request);
  const certificate = state.certificateResponses.get(fields['admission'] ?? '');
  sendForm(response, {
    status: 200,
    type: 'text/html',
    body: JSON.stringify(certificate ?? { status: false, message: 'No record', data: null }),
  });
}

function dressedRows(state: State, name: string): readonly unknown[] {
  const [list, all] = name.split('/');
  const found = LIST_NAMES.find((known) => known === list);
  const entries = found === undefined ? [] : state.lists[found];
  const rows = entries.map((entry) => entry.row);
  const isShort = all === undefined && ['news', 'events', 'gallery'].includes(name);
  const some = isShort ? rows.filter((_, index) => index % SHORT_EVERY === 0) : rows;
  return [...RUBBISH_ROWS, ...some, null];
}

async function get(
  state: State,
  request: RecordedRequest,
  rest: readonly string[],
  url: URL,
  response: ServerResponse,
): Promise<void> {
  if (rest[0] === 'image') return sendImage(state, rest.slice(1).join('/'), response);
  if (rest[0] === 'subGallery') {
    const id = url.searchParams.get('id');
    const rows = state.lists.gallery.filter((entry) => String(entry.row['_id']) === id);
    if (rows.length === 0 || id === null || id === '') return page404(response);
    const turn = id.length % 3;
    const wraps: readonly Dress['wrap'][] = [
      (all) => ({ status: true, data: all.length === 1 ? all[0] : all, message: 'ok' }),
      (all) => all,
      (all) => (all.length === 1 ? all[0] : { data: all }),
    ];
    const wrap = wraps[turn] ?? ((all: readonly unknown[]) => all);
    return sendRows(
      request,
      response,
      { type: 'text/html', wrap },
      rows.map((entry) => entry.row),
    );
  }
  const trimmed = rest.at(-1) === '' ? rest.slice(0, -1) : rest;
  const name = trimmed.slice(0, -1).join('/');
  const dress = DRESSES[name];
  if (dress === undefined || trimmed.at(-1) !== state.schoolCode) return page404(response);
  if (dress.slash === true && trimmed === rest) {
    response.writeHead(301, { Location: `${url.pathname}/`, 'Content-Type': 'text/html' });
    response.end('<h1>Moved</h1>');
    return;
  }
  await sendRows(request, response, dress, dressedRows(state, name));
}

async function route(
  state: State,
  request: RecordedRequest,
  response: ServerResponse,
): Promise<void> {
  if (state.maintenance) return sendHtml(response);
  const url = new URL(request.url, 'http://platform.invalid');
  const start = `${state.prefix}/api/`;
  if (!url.pathname.startsWith(start)) return page404(response);
  const parts = decodeURIComponent(url.pathname.slice(start.length)).split('/');
  const [call = ''] = parts;
  if (WITH_TOKEN.has(call) && state.token !== null && bearer(request) !== state.token) {
    response.writeHead(401, { 'Content-Type': 'text/html', 'WWW-Authenticate': 'Bearer' });
    response.end('<h1>Unauthorized</h1>');
    return;
  }
  if (request.method === 'POST' && (call === 'form' || call === 'tc')) {
    return post(state, request, call, parts.slice(1), response);
  }
  if (request.method !== 'GET') return page404(response);
  await get(state, request, parts, url, response);
}

/** A platform of many hands and years: every field is written in every way that was ever seen. */
export async function startMessy(options: MessyOptions = {}): Promise<MessyProvider> {
  const prefix = options.prefix ?? '';
  const year = Number(YEAR_WITHIN_INDIA.format(options.now ?? new Date()));
  const box: { state: State | null } = { state: null };
  const listener = await listen(async (request, response) => {
    if (box.state === null) throw new Error('a request before the start');
    await route(box.state, request, response);
  });
  const own = `${listener.origin}${prefix}`;
  const store = new MessyStore(own);
  const lists = mapLists((list) =>
    list === 'principalMessage' ? messyLeaders(store) : messyList(store, list, year),
  );
  lists.news.push(...manyNews(store, options.manyNews ?? 0, year));
  const responses = new Map<string, unknown>();
  const certificates = certificateResponses(own).map(
    ([admission, response], index): Certificate => {
      const path = `issued/${2026 + index}/c${index}.jpg`;
      const hash = store.keep(path, 'pictures');
      responses.set(admission, response(path));
      return { admission, name: `Student ${index}`, path, sha256: hash };
    },
  );
  const state: State = {
    prefix,
    schoolCode: options.schoolCode ?? 'GISNUP',
    token: options.token ?? null,
    store,
    lists,
    submissions: [],
    certificateResponses: responses,
    responses: Object.values(TAKEN),
    maintenance: false,
  };
  box.state = state;
  return {
    url: own,
    token: state.token,
    schoolCode: state.schoolCode,
    requests: listener.requests,
    submissions: state.submissions,
    expected: (list, school) => readerOf(lists[list], school),
    certificates,
    stop: () => listener.stop(),
    maintenance: (on) => {
      state.maintenance = on;
    },
  };
}
