import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract, type Operation } from '../support/contract.ts';
import { ADMISSION, CAREER, ENQUIRY } from '../support/form-page.ts';
import { pdfBytes } from '../support/pdf.ts';
import { postFields } from '../support/post-form.ts';
import type { RecordedRequest } from '../support/providers/listen.ts';
import { isAuthorized, parseBody } from '../support/providers/submissions.ts';
import { TestProvider } from '../support/providers/test-provider.ts';
import { siteOfTest } from '../support/site.ts';

const contract = loadContract();
const plainContract = loadContract('plain');
const CALLS = contract.operations.filter(({ id }) => id !== 'image' && id !== 'subGallery');
const LISTS = CALLS.filter(({ method }) => method === 'GET');
const SCHOOL_CODE = 'GISNUP';
const TOKEN = 'token-of-the-contract';

/** The JSON of a list, whatever its media type. */
async function callProvider(provider: TestProvider, { template }: Operation): Promise<unknown> {
  const response = await fetch(provider.url + template.replace('{schoolCode}', SCHOOL_CODE));
  expect([template, response.status]).toEqual([template, 200]);
  return JSON.parse((await response.text()).trim());
}

/** Of the rows of a list, bare or in an envelope. */
function idsOf(response: unknown): string[] {
  const rows: unknown[] = Object(response).data ?? response;
  return rows.map((row) => Object(row)['_id']).filter((id) => typeof id === 'string');
}

test('the contract is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate({ ...contract.document });
  expect([result.valid, result.errors]).toEqual([true, undefined]);
  expect(validator.version).toBe('3.1');
});

describe('the sample provider', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await TestProvider.start();
    return () => provider.stop();
  });

  test.each(LISTS)('sends $id as in the contract', async (operation) => {
    const response = await callProvider(provider, operation);
    expect(plainContract.errorsOf(operation.response ?? '', response)).toEqual([]);
  });

  test('sends an album as in the contract', async () => {
    const gallery = LISTS.find(({ id }) => id === 'galleryAll');
    const ids = gallery === undefined ? [] : idsOf(await callProvider(provider, gallery));
    expect(ids.length).toBeGreaterThan(2);
    for (const id of ids.slice(0, 30)) {
      const response = await fetch(`${provider.url}/api/subGallery?id=${encodeURIComponent(id)}`);
      const json: unknown = JSON.parse(await response.text());
      expect(plainContract.errorsOf('/components/schemas/AlbumResponse', json)).toEqual([]);
    }
  });
});

test('R-223 R-226 to R-238: each request is one of the contract, with the token where it names one', async () => {
  const site = await siteOfTest({ hasLists: true, environment: { PROVIDER_TOKEN: TOKEN } });
  const port = Number(new URL(site.url).port);
  const written = { name: 'Asha\u200b Rao', phone: '+91 98765-43210' };
  const enquiry = { ...ENQUIRY, ...written, message: 'One\r\nTwo' };
  const sent = [
    await postFields(port, '/Home', enquiry),
    await postFields(port, '/Admission', { ...ADMISSION, ...written, phone1: '0 98765 43211' }),
    await postFields(port, '/Career', { ...CAREER, ...written }, pdfBytes(1_000)),
    await postFields(port, '/Tc', { name: 'Asha', admission: 'GIS/1' }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const requested = new Set<string>();
  const errors: string[] = [];
  for (const request of site.provider.requests) {
    const operation = operationOf(request);
    if (operation === undefined) errors.push(`${request.method} ${request.url} is not of it`);
    else {
      requested.add(operation.id);
      errors.push(...(await errorsOf(operation, request)).map((e) => `${operation.id}: ${e}`));
    }
  }
  expect(errors).toEqual([]);
  expect(CALLS.filter(({ id }) => !requested.has(id))).toEqual([]);
});

function operationOf({ method, url }: RecordedRequest): Operation | undefined {
  const path = url.split('?')[0] ?? '';
  return contract.operations.find(
    (operation) => operation.method === method && operation.path.test(path),
  );
}

async function errorsOf(operation: Operation, request: RecordedRequest): Promise<string[]> {
  const errors: string[] = [];
  const hasToken = isAuthorized(request, TOKEN);
  if (hasToken !== operation.withToken) errors.push(`token ${hasToken ? 'sent' : 'missing'}`);
  if (operation.template.startsWith('/api/form/') && !request.headers['idempotency-key'])
    errors.push('no idempotency key');
  if (operation.request === null) return errors;
  const { fields, files } = await parseBody(request);
  const names = files.map(({ field, name }) => [field, name]);
  return [
    ...errors,
    ...contract.errorsOf(operation.request, { ...fields, ...Object.fromEntries(names) }),
  ];
}
