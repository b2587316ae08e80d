import { expect, test } from 'vitest';
import { meaningOf } from '../../../server/connection-errors.ts';

test.each([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for other names'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'this port does not speak TLS'],
  ['EPROTO', 'this port does not speak TLS'],
  ['EPIPE', 'the connection ends (EPIPE)'],
])('the error %s of a connection means: %s', (code, what) => {
  expect(meaningOf(code).what).toBe(what);
});
