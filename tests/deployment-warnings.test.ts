import { afterEach, describe, expect, test } from 'vitest';
import { loadSettings } from '../server/config.ts';
import { createLog } from '../server/web/log.ts';
import { warnOfSettings } from '../server/web/deployment-warnings.ts';
import { request as httpRequest } from 'node:http';
import { startSite, type LogLine, type TestSite } from './harness/site.ts';

let site: TestSite | undefined;

afterEach(() => site?.close());

/** A request with a Host of its own, which fetch does not allow. */
function get(headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    httpRequest(`${site?.url}/healthz`, { headers }, (answer) => {
      answer.resume().once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

function warnings(event: string): LogLine[] {
  return (site?.lines ?? []).filter((line) => line.event === event);
}

describe('at the start', () => {
  function linesOf(environment: Record<string, string>): string[] {
    const lines: string[] = [];
    const log = createLog({
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    warnOfSettings(loadSettings(environment), log);
    return lines;
  }

  test('PROVIDER_URL without SITE_URL is a warning with the remedy', () => {
    const [line = '', ...more] = linesOf({ PROVIDER_URL: 'https://provider.example' });
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      event: 'site-url-unset',
      url: 'http://localhost:3000',
      cause: expect.stringContaining('SITE_URL is not set, so forms are taken from'),
    });
  });

  test('SITE_URL, or no PROVIDER_URL, is none', () => {
    expect(linesOf({})).toEqual([]);
    const both = { PROVIDER_URL: 'https://provider.example', SITE_URL: 'https://school.example' };
    expect(linesOf(both)).toEqual([]);
  });
});

describe('at first sight', () => {
  test.each([
    ['X-Forwarded-For', '192.0.2.77'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Host', 'school.example'],
    ['Forwarded', 'for=192.0.2.77;proto=https'],
  ])('%s while TRUST_PROXY is 0 is one warning that names TRUST_PROXY', async (name, value) => {
    site = await startSite();
    await get({});
    expect(warnings('untrusted-proxy-header')).toEqual([]);
    await get({ [name]: value });
    await get({ [name]: value, 'X-Forwarded-Proto': 'https' });
    expect(warnings('untrusted-proxy-header')).toMatchObject([
      {
        level: 'warn',
        fields: [name.toLowerCase()],
        cause: expect.stringContaining('TRUST_PROXY'),
      },
    ]);
    // Whose address it is, is nobody's business.
    expect(JSON.stringify(site.lines)).not.toContain('192.0.2.77');
  });

  test('behind a proxy that is trusted, nothing is said', async () => {
    site = await startSite({
      environment: { TRUST_PROXY: '1', SITE_URL: 'https://school.example' },
    });
    await get({ Host: 'school.example', 'X-Forwarded-For': '192.0.2.77' });
    await get({ Host: '10.0.0.7:3000' });
    expect(site.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('a public host while SITE_URL is on localhost is one warning that names SITE_URL', async () => {
    site = await startSite();
    for (const host of ['localhost:1234', '127.0.0.1', '[::1]:80']) await get({ Host: host });
    expect(warnings('site-url-local')).toEqual([]);
    await get({ Host: 'www.school.example' });
    await get({ Host: 'other.example' });
    expect(warnings('site-url-local')).toMatchObject([
      {
        level: 'warn',
        from: 'www.school.example',
        to: site.url,
        cause: expect.stringContaining('Set SITE_URL'),
      },
    ]);
  });
});
