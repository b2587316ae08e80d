import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadContract, type Operation } from '../support/contract.ts';
import { SOON } from '../support/effort.ts';
import { ADMISSION, CAREER, ENQUIRY } from '../support/form-page.ts';
import { SCHOOLS } from '../support/providers/expected.ts';
import { pdf, sha256 } from '../support/providers/files.ts';
import type { RecordedRequest } from '../support/providers/listen.ts';
import { parseBody } from '../support/providers/submissions.ts';
import { openPage, pagesOf, startMessyWorld, type World } from '../support/world.ts';

const contract = loadContract();

type Fields = Readonly<Record<string, string>>;

const CV = pdf('Curriculum vitae');
const CV_NAME = 'मेरा CV.pdf';
/** Each form, with the paths of its pages by school. */
const FORMS: readonly [form: string, fields: Fields, paths: Fields][] = [
  ['Get In Touch', { ...ENQUIRY, message: 'नमस्ते\nFees?' }, { FARRUKHABAD: '/', NEKPUR: '/Home' }],
  [
    'Admission',
    { ...ADMISSION, fatherName: 'Mohan “Lal” O’Brien' },
    { FARRUKHABAD: '/Admission', NEKPUR: '/nekhpur/Admission' },
  ],
  ['Career', CAREER, { FARRUKHABAD: '/Career', NEKPUR: '/nekhpur/Career' }],
];
/** What browsers send with a form's own post, and what the page's script sends. */
const SENDERS = ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'application/json'] as const;
const [AS_PAGE, AS_SCRIPT] = SENDERS;

function bodyOf(form: string, fields: Fields): BodyInit {
  if (form !== 'Career') return new URLSearchParams(fields);
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.append(key, value);
  const type = 'application/pdf';
  body.append('attachments', new File([new Uint8Array(CV.bytes)], CV_NAME, { type }));
  return body;
}

let world: World;
let clients = 0;

beforeAll(async () => {
  world = await startMessyWorld();
});

afterAll(() => world.close());

/** Posts as another client each time, as far as limits go. */
function post(path: string, body: BodyInit, accept: string): Promise<Response> {
  clients += 1;
  return fetch(world.site.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {
      Accept: accept,
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': `10.1.${clients >> 8}.${clients & 255}`,
    },
  });
}

const namesReceived = () => world.provider.submissions.map(({ fields }) => fields['name'] ?? '');

test('R-169 R-170 R-171 R-175 R-235 R-236: every form arrives once, complete, with token and a key of its own', async () => {
  const { schoolCode, token } = world.provider;
  const sent: string[] = [];
  for (const [form, texts, paths] of FORMS) {
    for (const [school, path] of Object.entries(paths)) {
      for (const accept of SENDERS) {
        const name = `Asha ${form} ${school} ${accept}`.slice(0, 60);
        const fields = { ...texts, name };
        const response = await post(path, bodyOf(form, fields), accept);
        expect([name, response.status < 400]).toEqual([name, true]);
        sent.push(name);
        await vi.waitUntil(() => namesReceived().includes(name), SOON);
        const submission = world.provider.submissions.find((each) => each.fields['name'] === name);
        expect(submission).toMatchObject({ form, schoolCode, token });
        expect(submission?.fields).toEqual({ ...fields, school });
        const cv = { field: 'attachments', name: CV_NAME, sha256: sha256(CV.bytes) };
        expect(submission?.files).toMatchObject(form === 'Career' ? [cv] : []);
      }
    }
  }
  // Whatever were to come twice would have come by the time that nothing waits.
  await vi.waitUntil(async () => (await world.site.app.health()).outbox.waiting === 0, SOON);
  expect(namesReceived().toSorted()).toEqual(sent.toSorted());
  const keys = world.provider.submissions.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.filter((key) => key === null || key === '')).toEqual([]);
  expect(new Set(keys).size).toBe(sent.length);
});

test('R-174 R-235 R-241: each certificate comes byte for byte through its link only, however its file is named; an unknown one is a text', async () => {
  for (const { admission, name, path, sha256: hash } of world.provider.certificates) {
    const body = new URLSearchParams({ name, admission });
    const response = await post('/nekhpur/Tc', body, AS_SCRIPT);
    const { ok, data } = Object(await response.json());
    expect([admission, response.status, ok]).toEqual([admission, 200, true]);
    const file = await fetch(world.site.url + String(data));
    expect([admission, sha256(Buffer.from(await file.arrayBuffer()))]).toEqual([admission, hash]);
    const address = path.split('/').map(encodeURIComponent).join('/');
    expect((await fetch(`${world.site.url}/api/image/${address}`)).status).toBe(404);
  }
  const unknown = new URLSearchParams({ name: 'Nobody', admission: '0' });
  expect(await (await post('/Tc', unknown, AS_PAGE)).text()).toContain(
    'Failed to process your request. Please try again later.',
  );
});

/** The operation of a request, its path read below the provider's prefix. */
function operationOf({ method, url }: RecordedRequest): Operation | undefined {
  const prefix = new URL(world.provider.url).pathname.replace(/\/$/, '');
  const below = url.slice(prefix.length).split('?')[0] ?? '';
  return contract.operations.find(
    (operation) => operation.method === method && operation.path.test(below),
  );
}

async function errorsOf(operation: Operation, request: RecordedRequest): Promise<string[]> {
  const errors: string[] = [];
  const hasToken = request.headers.authorization === `Bearer ${world.provider.token}`;
  if (hasToken !== operation.withToken || (!hasToken && request.headers.authorization))
    errors.push(`token ${hasToken ? 'sent' : 'missing'}`);
  if (operation.template.startsWith('/api/form/') && !request.headers['idempotency-key'])
    errors.push('no idempotency key');
  if (operation.request === null) return errors;
  const { fields, files } = await parseBody(request);
  const names = files.map(({ field, name }) => [field, name]);
  const body = { ...fields, ...Object.fromEntries(names) };
  return [...errors, ...contract.errorsOf(operation.request, body)];
}

test('R-223 R-226 to R-238: each request is one of the contract, with the token where it names one', async () => {
  for (const school of SCHOOLS)
    for (const path of pagesOf(school)) await openPage(world.site, path);
  const before = world.provider.submissions.length;
  const written = { name: 'Asha\u200b Rao', phone: '+91 98765-43210' };
  const enquiry = { ...ENQUIRY, ...written, message: 'One\r\nTwo' };
  const admission = { ...ADMISSION, ...written, fatherName: 'Mohan\tRao', phone1: '0 98765 43211' };
  for (const [path, fields] of [
    ['/Home', enquiry],
    ['/Admission', admission],
  ] as const)
    expect([path, (await post(path, new URLSearchParams(fields), AS_SCRIPT)).ok]).toEqual([
      path,
      true,
    ]);
  await vi.waitUntil(() => world.provider.submissions.length === before + 2, SOON);
  const requested = new Set<string>();
  const errors: string[] = [];
  for (const request of world.provider.requests) {
    const operation = operationOf(request);
    if (operation === undefined) errors.push(`${request.method} ${request.url} is not of it`);
    else {
      requested.add(operation.id);
      const found = await errorsOf(operation, request);
      errors.push(...found.map((error) => `${operation.id}: ${error}`));
    }
  }
  expect(errors).toEqual([]);
  const expected = contract.operations
    .map(({ id }) => id)
    .filter((id) => id !== 'image' && id !== 'subGallery');
  expect(expected.filter((id) => !requested.has(id))).toEqual([]);
});
