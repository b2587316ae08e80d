import type { ServerResponse } from 'node:http';
import { colourOf, jpeg, png, sha256 } from './files.ts';
import type { StoredFile } from './files.ts';
import { listen } from './listen.ts';
import type { RecordedRequest } from './listen.ts';
import { bearer, submissionOf } from './submissions.ts';
import type { Submission } from './submissions.ts';
import type { ExpectedList, ListName, School } from './expected.ts';
import { tidyWorld } from './tidy-records.ts';
import type { Row, TidyWorld } from './tidy-records.ts';

export type TidyOptions = {
  /** What the bearer scheme must carry; null asks for none. */
  readonly token?: string | null;
  readonly schoolCode?: string;
  /** Put before `/api`, such as `/v2/school`; without a trailing slash. */
  readonly prefix?: string;
  /** The dates of the records lie around it. */
  readonly now?: Date;
};

/** A student whose certificate the platform has. */
export type Certificate = {
  readonly admission: string;
  readonly name: string;
  readonly sha256: string;
  readonly path: string;
};

/** A platform that a test talks to. */
export type Provider = {
  readonly url: string;
  readonly token: string | null;
  readonly schoolCode: string;
  readonly requests: readonly RecordedRequest[];
  readonly submissions: readonly Submission[];
  readonly expected: (list: ListName, school: School) => ExpectedList;
  readonly certificates: readonly Certificate[];
  readonly stop: () => Promise<void>;
};

const WITH_TOKEN = new Set(['notification', 'onlineRegistration', 'principalMessage']);
const LIST_PATHS: Readonly<Record<string, ListName>> = {
  birthdays: 'birthdays',
  news: 'news',
  events: 'events',
  gallery: 'gallery',
  notification: 'notification',
  onlineregistration: 'onlineRegistration',
  principalmessage: 'principalMessage',
  highlight: 'highlight',
};
const ALL_LISTS = new Set(['news', 'events', 'gallery']);
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'Get In Touch': ['name', 'email', 'phone', 'message', 'school'],
  Career: ['name', 'phone', 'subject', 'school', 'mailType', 'experience'],
  Admission: ['name', 'fatherName', 'phone', 'school1', 'phone1', 'class', 'school'],
};
const YEAR_MS = 366 * 86_400_000;

type State = {
  readonly world: TidyWorld;
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly token: string | null;
  readonly schoolCode: string;
  readonly prefix: string;
  readonly now: Date;
  readonly certificates: readonly Certificate[];
  readonly submissions: Submission[];
  readonly answered: Map<string, { status: number; body: unknown }>;
};

function json(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
  });
  response.end(bytes);
}

const failed = (message: string): unknown => ({ success: false, message });

/** The lists without `all` leave out what is older than a year. */
function recent(rows: readonly Row[], now: Date): readonly Row[] {
  return rows.filter((row) => {
    const date = row['date'] ?? row['fromDate'];
    return typeof date !== 'string' || Date.parse(date) > now.getTime() - YEAR_MS;
  });
}

function sendFile(state: State, id: string, response: ServerResponse): void {
  const file = state.files.get(id);
  if (file === undefined) return json(response, 404, failed('No such file'));
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': file.bytes.length,
    'Cache-Control': 'public, max-age=86400',
  });
  response.end(file.bytes);
}

function certificate(state: State, request: RecordedRequest, response: ServerResponse): void {
  const { fields } = submissionOf(request);
  const plain = (text = ''): string => text.trim().toLowerCase();
  if (plain(fields['name']) === '' || plain(fields['admission']) === '') {
    return json(response, 422, failed('name and admission are required'));
  }
  const found = state.certificates.find(
    (entry) =>
      plain(entry.name) === plain(fields['name']) &&
      plain(entry.admission) === plain(fields['admission']),
  );
  if (found === undefined) return json(response, 404, failed('No certificate was issued'));
  json(response, 200, { success: true, message: 'Certificate found', data: found.path });
}

function lacking(submission: Submission): string[] {
  const names = REQUIRED[submission.form ?? ''] ?? [];
  return names.filter((name) => (submission.fields[name] ?? '').trim() === '');
}

function form(
  state: State,
  request: RecordedRequest,
  name: string,
  response: ServerResponse,
): void {
  if (!(name in REQUIRED)) return json(response, 404, failed('No such form'));
  const submission = submissionOf(request);
  const replay = state.answered.get(submission.idempotencyKey ?? '');
  if (replay !== undefined) return json(response, replay.status, replay.body);
  const [cv, ...more] = submission.files;
  const missing = lacking(submission);
  if (name === 'Career' && (cv?.field !== 'attachments' || more.length > 0)) {
    missing.push('attachments');
  }
  if (cv !== undefined && cv.type !== 'application/pdf') {
    return json(response, 415, failed('The CV is not a PDF'));
  }
  if (missing.length > 0) return json(response, 422, failed(`Missing: ${missing.join(', ')}`));
  state.submissions.push(submission);
  const body = { success: true, message: `${name}: received, we will call you` };
  if (submission.idempotencyKey !== null) {
    state.answered.set(submission.idempotencyKey, { status: 201, body });
  }
  json(response, 201, body);
}

function get(
  state: State,
  parts: readonly string[],
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const [call = '', ...rest] = parts;
  if (call === 'image') return sendFile(state, rest.join('/'), response);
  if (call === 'subgallery') {
    const album = state.world.lists.gallery.find((row) => row['_id'] === query.get('id'));
    return album === undefined
      ? json(response, 404, failed('No such album'))
      : json(response, 200, [album]);
  }
  const list = LIST_PATHS[call];
  const code = rest.at(-1);
  const all = rest.length === 2 && rest[0]?.toLowerCase() === 'all' && ALL_LISTS.has(call);
  if (list === undefined || code !== state.schoolCode || !(rest.length === 1 || all)) {
    return json(response, 404, failed('No such route'));
  }
  const rows = state.world.lists[list];
  json(response, 200, all ? rows : recent(rows, state.now));
}

function route(state: State, request: RecordedRequest, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url, 'http://platform.invalid');
  const start = `${state.prefix}/api/`;
  if (!pathname.startsWith(start)) return json(response, 404, failed('No such route'));
  const [first = '', ...rest] = decodeURIComponent(pathname.slice(start.length)).split('/');
  const call = first.toLowerCase();
  const named = LIST_PATHS[call] ?? call;
  const guarded = WITH_TOKEN.has(named) || call === 'tc' || call === 'form';
  if (guarded && state.token !== null && bearer(request) !== state.token) {
    return json(response, 401, failed('Send a valid bearer token'));
  }
  if (call === 'tc' || call === 'form') {
    if (request.method !== 'POST') return json(response, 405, failed('POST only'));
    if (rest[0] !== state.schoolCode) return json(response, 404, failed('No such school'));
    if (call === 'tc') return certificate(state, request, response);
    return form(state, request, rest[1] ?? '', response);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return json(response, 405, failed('GET only'));
  }
  get(state, [call, ...rest], searchParams, response);
}

/** A platform as a careful developer builds it who knows the calls and has not seen the site. */
export async function startTidy(options: TidyOptions = {}): Promise<Provider> {
  const now = options.now ?? new Date();
  const world = tidyWorld(now);
  const files = new Map(world.files);
  const issued = [
    { admission: '2019/0042', name: 'Aarav Sharma', path: '66c0ffee00000000000000a1' },
    { admission: 'GIS-77', name: 'Sana Khan', path: '2026/11/scan 77.jpeg' },
  ].map((entry, index) => {
    const file = index === 0 ? png(colourOf(900_001)) : jpeg(colourOf(900_002));
    files.set(entry.path, file);
    return { ...entry, sha256: sha256(file.bytes) };
  });
  const state: State = {
    world,
    files,
    token: options.token ?? null,
    schoolCode: options.schoolCode ?? 'GISNUP',
    prefix: options.prefix ?? '',
    now,
    certificates: issued,
    submissions: [],
    answered: new Map(),
  };
  const listener = await listen((request, response) => route(state, request, response));
  return {
    url: `${listener.origin}${state.prefix}`,
    token: state.token,
    schoolCode: state.schoolCode,
    requests: listener.requests,
    submissions: state.submissions,
    expected: (list, school) => world.expected[school][list],
    certificates: issued,
    stop: () => listener.stop(),
  };
}
