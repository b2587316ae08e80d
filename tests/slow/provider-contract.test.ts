import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract, type Operation } from '../support/contract.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { startMessy } from '../support/providers/messy.ts';

const contract = loadContract();
const plainContract = loadContract('plain');
const LISTS = contract.operations.filter(
  ({ method, id }) => method === 'GET' && id !== 'image' && id !== 'subGallery',
);
const SCHOOL_CODE = 'GISNUP';
const TOKEN = 'token-of-the-contract';

type Target = { url: string; token: string | null; stop: () => Promise<void> };

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

describe.each<[string, () => Promise<Target>, typeof contract]>([
  ['the sample provider', () => startTestProvider(), plainContract],
  ['a messy provider', () => startMessy({ token: TOKEN, schoolCode: SCHOOL_CODE }), contract],
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
