import { expect, test } from 'vitest';
import { errorFields, ProviderError } from '../../../../server/provider/provider-error.ts';

const REFUSED = { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) };

test.each([
  [new ProviderError('status', { status: 401 }), 'status 401', 'PROVIDER_TOKEN: '],
  [new ProviderError('status', { status: 403 }), 'status 403', 'PROVIDER_TOKEN: '],
  [new ProviderError('status', { status: 404 }), 'status 404', 'PROVIDER_URL and SCHOOL_CODE: '],
  [new ProviderError('status', { status: 428 }), 'status 428', 'PROVIDER_URL and SCHOOL_CODE: '],
  [new ProviderError('status', { status: 429 }), 'status 429', 'ask who runs the provider'],
  [new ProviderError('status', { status: 500 }), 'status 500', 'ask who runs the provider'],
  [new ProviderError('status'), 'status', 'PROVIDER_URL and SCHOOL_CODE: '],
  [new ProviderError('content-type'), 'content-type', 'PROVIDER_URL and SCHOOL_CODE: '],
  [new ProviderError('refused-path'), 'refused-path', 'PROVIDER_URL and SCHOOL_CODE: '],
  [new ProviderError('invalid-json'), 'invalid-json', 'docs/provider.openapi.yaml'],
  [new ProviderError('shape'), 'shape', 'docs/provider.openapi.yaml'],
  [new ProviderError('too-large'), 'too-large', 'docs/provider.openapi.yaml'],
  [new ProviderError('reported-failure'), 'reported-failure', 'docs/provider.openapi.yaml'],
  [new ProviderError('no-capacity'), 'no-capacity', 'docs/operations.md#memory'],
  [new ProviderError('timeout'), 'timeout', 'ask who runs the provider'],
  [new ProviderError('cut'), 'cut', 'ask who runs the provider'],
  [new ProviderError('unreachable'), 'unreachable', 'PROVIDER_URL: '],
  [
    new ProviderError('unreachable', REFUSED),
    'unreachable ECONNREFUSED',
    'PROVIDER_URL: check host',
  ],
])('the log has a remedy for %s (%s)', (error, cause, remedy) => {
  expect(errorFields(error)).toEqual({ cause, remedy: expect.stringContaining(remedy) });
});

test('our own stops need no remedy, and errors elsewhere have an unknown cause', () => {
  for (const cause of ['breaker-open', 'stopping'] as const)
    expect(errorFields(new ProviderError(cause))).toEqual({ cause, remedy: undefined });
  expect(errorFields(new Error('x'))).toEqual({ cause: 'unknown' });
});
