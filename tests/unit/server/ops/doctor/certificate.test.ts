import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCertificate } from '../../../../../server/ops/doctor/certificate.ts';
import { allOf } from '../../../../support/doctor.ts';
import { freePort } from '../../../../support/free-port.ts';
import { portOfTest } from '../../../../support/port-of-test.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The address of a server whose certificate is valid for so many days from now. */
async function serve(days: number): Promise<string> {
  const folder = temporaryFolder();
  const options = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days ${days}`;
  const args = ['req', '-x509', ...options.split(' '), '-keyout', 'key.pem', '-out', 'cert.pem'];
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name)));
  return `https://localhost:${await portOfTest(createServer({ cert, key }))}`;
}

/** What is found so many days before the end. */
async function checkBefore(url: string, daysLeft: number, lifetimeDays: number) {
  const nowMs = Date.now() + (lifetimeDays - daysLeft) * DAY_MS;
  return await allOf(checkCertificate('public-certificate', { url, remedy: 'renew it', nowMs }));
}

test('a certificate that should have been renewed is a warning, and one that has ended an error', async () => {
  const url = await serve(90);
  expect(await checkBefore(url, 23, 90)).toMatchObject([{ state: 'ok' }]);
  expect(await checkBefore(url, 19, 90)).toEqual([
    {
      id: 'public-certificate',
      state: 'warn',
      what: expect.stringMatching(/^the certificate of localhost ends on \d+-\d+-\d+: it is not/),
      remedy: 'renew it',
    },
  ]);
  expect(await checkBefore(url, -1, 90)).toMatchObject([
    { state: 'fail', what: expect.stringContaining('of localhost ended on') },
  ]);
});

test('one that lives for six days is renewed later', async () => {
  const url = await serve(6);
  expect(await checkBefore(url, 2, 6)).toMatchObject([{ state: 'ok' }]);
  expect(await checkBefore(url, 1, 6)).toMatchObject([{ state: 'warn' }]);
});

test('without a certificate there is no line: the check of the connection has one', async () => {
  const closed = `localhost:${await freePort()}`;
  for (const url of [`http://${closed}`, `https://${closed}`])
    expect(await allOf(checkCertificate('public-certificate', { url, remedy: '' }))).toEqual([]);
});
