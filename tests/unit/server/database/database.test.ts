import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describeDatabaseError } from '../../../../server/database/database-error.ts';
import { listening } from '../../../support/listening.ts';
import { databaseOfTest } from '../../../support/outbox-stores.ts';
import { createTestLog } from '../../../support/test-log.ts';

test('a database that cannot be reached is logged once, with its error', async () => {
  const { log, lines } = createTestLog();
  const limits = { checkMs: 1 };
  const database = databaseOfTest({ url: 'postgres://u:p@127.0.0.1:9/site', log, limits });
  const cause = expect.stringMatching(/^ECONNREFUSED: /) as string;
  expect([await database.check(), database.isUp()]).toEqual([cause, false]);
  await expect(database.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  // Several checks later.
  for (let query = 0; query < 20; query += 1) await database.query('select 1').catch(() => null);
  expect(lines).toMatchObject([{ level: 'error', event: 'database-down', cause }]);
});

test('a database that never responds is down after the time for a connection', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  const url = `postgres://u:p@127.0.0.1:${await listening(server)}/site`;
  const database = databaseOfTest({ url, limits: { connectMs: 50 } });
  expect(await database.check()).toMatch(/^it does not respond/);
});

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test.each([
  [refused, /^ECONNREFUSED: nothing listens there/],
  [
    Object.assign(new Error('text'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    /: its CA is not known: name it by NODE_EXTRA_CA_CERTS/,
  ],
  [new AggregateError([refused, new Error('other')]), /^ECONNREFUSED: /],
  [Object.assign(new Error('text'), { code: '42P01' }), /^42P01: see the log of PostgreSQL$/],
  [
    new Error('timeout exceeded when trying to connect'),
    /^it does not respond, or .*pg_stat_activity$/,
  ],
  [new Error('Query read timeout'), /^it does not respond: check host/],
  [new Error('Connection terminated unexpectedly'), /^the connection was closed$/],
  [new Error('The server does not support SSL connections'), /^it speaks no TLS/],
  [new TypeError('secret'), /^TypeError$/],
  ['secret', /^unknown$/],
])('%s is described with its remedy, and without its text', (error, description) => {
  expect(describeDatabaseError(error)).toMatch(description);
});

test('each error that a wrong setting or a full, stopped or distant server gives has its own remedy', () => {
  const states =
    '28P01 28000 3D000 42501 25006 53100 53300 57P03 57P01 ENOTFOUND EAI_AGAIN ETIMEDOUT';
  const ofTls =
    'DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED';
  const codes = `${states} ${ofTls} 55P03 57014 ENOENT 42P01`.split(' ');
  const remedies = codes.map((code) =>
    describeDatabaseError(Object.assign(new Error(), { code })).replace(`${code}: `, ''),
  );
  expect(new Set(remedies).size).toBe(codes.length);
});
