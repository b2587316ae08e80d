import { expect, test } from 'vitest';
import { ADMISSION } from '../../support/form-page.ts';
import { sharedSite } from '../../support/site.ts';
import { openConnection } from '../../support/raw-connection.ts';

const site = sharedSite();

/** Sends bytes on one connection. Resolves with everything received until the server closes it. */
function responsesTo(text: string): Promise<string> {
  return openConnection(Number(new URL(site.url).port), text).response;
}

function statusesIn(responses: string): number[] {
  return [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

const FORM = new URLSearchParams(ADMISSION).toString();
const FORM_HEAD =
  'POST /Admission HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n';
const FORM_REQUEST = `${FORM_HEAD}Content-Length: ${FORM.length}\r\n\r\n${FORM}`;
const PAGE_REQUEST = 'GET /Search?q=fees HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('P4: requests on one connection get their responses in order, garbage after them gets none and the connection closes', async () => {
  const responses = await responsesTo(
    `${PAGE_REQUEST}${FORM_REQUEST}${PAGE_REQUEST}\0garbage\r\n\r\n`,
  );
  expect(statusesIn(responses)).toEqual([200, 303, 200]);
  expect(responses.toLowerCase()).toContain('\r\nconnection: close\r\n');
});

test('P4: a request whose body is malformed gets 400 after the responses before it', async () => {
  const malformed = `${FORM_HEAD}Transfer-Encoding: chunked\r\n\r\nnot a chunk\r\n`;
  expect(statusesIn(await responsesTo(PAGE_REQUEST + malformed))).toEqual([200, 400]);
});

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';

test.each([
  ['garbage alone', [400], '\0garbage\r\n\r\n'],
  ['a long address', [404], `GET /${'a'.repeat(16_000)} ${HEAD}\r\n`],
  ['a longer address', [431], `GET /${'a'.repeat(16_384)} ${HEAD}\r\n`],
  ['the known expectation', [100, 200], `GET /HomeFr ${HEAD}Expect: 100-Continue\r\n\r\n`],
  ['an unknown expectation', [417], `GET /HomeFr ${HEAD}Expect: 200-ok\r\n\r\n`],
  ['a long header', [431], `GET /HomeFr ${HEAD}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
])(
  'P4, S1: %s gets %j with the security headers, and the connection closes',
  async (_what, statuses, text) => {
    const responses = await responsesTo(text);
    expect(statusesIn(responses)).toEqual(statuses);
    expect(responses.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(responses.toLowerCase()).toContain('content-security-policy: ');
  },
);
