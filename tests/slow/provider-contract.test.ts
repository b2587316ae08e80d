import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SOON } from '../support/effort.ts';
import { loadContract, type Operation } from '../support/contract.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { openPage, pagesOf, startMessyWorld, type World } from '../support/world.ts';
import { pdf } from '../support/providers/files.ts';
import type { RecordedRequest } from '../support/providers/listen.ts';
import { startMessy } from '../support/providers/messy.ts';
import { parseBody } from '../support/providers/submissions.ts';
import { SCHOOLS } from '../support/providers/expected.ts';

const contract = loadContract();
const plainContract = loadContract('plain');
const LISTS = contract.operations.filter(
  ({ method, id }) => method === 'GET' && id !== 'image' && id !== 'subGallery',
);
const SCHOOL_CODE = 'GISNUP';
const TOKEN = 'token-of-the-contract';

type Target = { url: string; token: string; stop: () => Promise<void> };

async function startSample(): Promise<Target> {
  const provider = await startTestProvider({ now: () => new Date() });
  return { url: provider.url, token: '', stop: () => provider.stop() };
}

async function startOwn(): Promise<Target> {
  const provider = await startMessy({ token: TOKEN, schoolCode: SCHOOL_CODE });
  return { url: provider.url, token: TOKEN, stop: provider.stop };
}

/** The JSON of a list, whatever its media type. */
async function callProvider(
  provider: Target,
  { template, withToken }: Operation,
): Promise<unknown> {
  const response = await fetch(provider.url + template.replace('{schoolCode}', SCHOOL_CODE), {
    headers: withToken ? { Authorization: `Bearer ${provider.token}` } : {},
  });
  expect([template, response.status]).toEqual([template, 200]);
  return JSON.parse((await response.text()).trim());
}

/** The first rows with an id. */
function idsOf(response: unknown): string[] {
  const rows =
    typeof response === 'object' && response !== null && 'data' in response
      ? response.data
      : response;
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && '_id' in row && typeof row._id === 'string'
      ? [row._id]
      : [],
  );
}

test('the contract is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate({ ...contract.document });
  expect([result.valid, result.errors]).toEqual([true, undefined]);
  expect(validator.version).toBe('3.1');
});

describe.each<[string, () => Promise<Target>, typeof contract]>([
  ['the sample provider', startSample, plainContract],
  ['a messy provider', startOwn, contract],
])('%s', (_, start, rules) => {
  let provider: Target;

  beforeAll(async () => {
    provider = await start();
  });

  afterAll(() => provider.stop());

  test.each(LISTS)('sends $id as in the contract', async (operation) => {
    const response = await callProvider(provider, operation);
    expect(rules.errorsOf(operation.response ?? '', response)).toEqual([]);
  });

  test('sends an album as in the contract', async () => {
    const gallery = LISTS.find(({ id }) => id === 'galleryAll');
    const ids = gallery === undefined ? [] : idsOf(await callProvider(provider, gallery));
    expect(ids.length).toBeGreaterThan(2);
    for (const id of ids.slice(0, 30)) {
      const response = await fetch(`${provider.url}/api/subGallery?id=${encodeURIComponent(id)}`);
      const json: unknown = JSON.parse(await response.text());
      expect(rules.errorsOf('/components/schemas/AlbumResponse', json)).toEqual([]);
    }
  });
});

describe('requests of the site to a messy provider', () => {
  let world: World;

  beforeAll(async () => {
    world = await startMessyWorld();
  });

  afterAll(() => world.close());

  /** The operation of a request, its path read below the provider's prefix. */
  function operationOf({ method, url }: RecordedRequest): Operation | undefined {
    const prefix = new URL(world.provider.url).pathname.replace(/\/$/, '');
    // A slash at the end is what the messy provider has moved the call to.
    const below = url.slice(prefix.length).split('?')[0]?.replace(/\/$/, '') ?? '';
    return contract.operations.find(
      (operation) => operation.method === method && operation.path.test(below),
    );
  }

  async function post(path: string, body: BodyInit): Promise<void> {
    const response = await fetch(world.site.url + path, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    });
    expect([path, response.status < 300]).toEqual([path, true]);
  }

  async function sendForms(): Promise<void> {
    const person = { name: 'Asha\u200b Rao', phone: '+91 98765-43210' };
    await post(
      '/Home',
      new URLSearchParams({ ...person, email: 'a@example.org', message: 'One\r\nTwo' }),
    );
    await post(
      '/Admission',
      new URLSearchParams({
        ...person,
        fatherName: 'Mohan\tRao',
        school1: 'City School',
        phone1: '0 98765 43211',
        class: '12',
      }),
    );
    const career = new FormData();
    for (const [key, value] of Object.entries({
      ...person,
      subject: 'Maths',
      mailType: 'PGT',
      experience: '4',
    })) {
      career.append(key, value);
    }
    const cv = new Uint8Array(pdf('CV').bytes);
    career.append('attachments', new File([cv], 'cv.pdf', { type: 'application/pdf' }));
    await post('/nekhpur/Career', career);
    const [certificate] = world.provider.certificates;
    await fetch(`${world.site.url}/Tc`, {
      method: 'POST',
      body: new URLSearchParams({
        name: certificate?.name ?? '',
        admission: certificate?.admission ?? '',
      }),
      headers: { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    });
    await vi.waitUntil(() => world.provider.submissions.length === 3, SOON);
  }

  test('R-223 R-226 to R-238: each request is one of the contract, with the token where it names one', async () => {
    for (const school of SCHOOLS) {
      for (const path of pagesOf(school)) await openPage(world.site, path);
    }
    await sendForms();
    const requested = new Set<string>();
    const errors: string[] = [];
    for (const request of world.provider.requests) {
      const operation = operationOf(request);
      if (operation === undefined) {
        errors.push(`${request.method} ${request.url} is not of the contract`);
        continue;
      }
      requested.add(operation.id);
      const hasToken = request.headers.authorization === `Bearer ${world.provider.token}`;
      if (hasToken !== operation.withToken || (!hasToken && request.headers.authorization)) {
        errors.push(`${operation.id}: token ${hasToken ? 'sent' : 'missing'}`);
      }
      if (operation.template.startsWith('/api/form/') && !request.headers['idempotency-key']) {
        errors.push(`${operation.id}: no idempotency key`);
      }
      if (operation.request === null) continue;
      const { fields, files } = await parseBody(request);
      const body = {
        ...fields,
        ...Object.fromEntries(files.map(({ field, name }) => [field, name])),
      };
      errors.push(
        ...contract.errorsOf(operation.request, body).map((error) => `${operation.id}: ${error}`),
      );
    }
    expect(errors).toEqual([]);
    const expected = contract.operations
      .map(({ id }) => id)
      .filter((id) => id !== 'image' && id !== 'subGallery');
    expect(expected.filter((id) => !requested.has(id))).toEqual([]);
  });
});
