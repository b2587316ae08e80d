import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../server/config.ts';
import { warnOfSettings } from '../../server/ops/deployment-warnings.ts';
import { request as httpRequest } from 'node:http';
import { siteOfTest, type TestSite } from '../support/site.ts';
import { createTestLog, type LogLine } from '../support/test-log.ts';

let site: TestSite | undefined;

/** A request with its own Host, which fetch does not allow. */
function get(headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    httpRequest(`${site?.url}/healthz`, { headers }, (response) => {
      response.resume().once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

function warnings(event: string): LogLine[] {
  return (site?.lines ?? []).filter((line) => line.event === event);
}

describe('at the start', () => {
  const MIB = 1024 * 1024;

  function linesOf(environment: Record<string, string>, heap = 1, memory = 2): LogLine[] {
    const { log, lines } = createTestLog('info');
    const sizes = { heapBytes: heap * MIB, memoryBytes: memory * MIB };
    warnOfSettings(loadSettings(environment), sizes, log);
    return lines;
  }

  test('a heap that is too large for the memory is a warning with the options to set', () => {
    expect(linesOf({}, 560, 768)).toEqual([]);
    expect(linesOf({}, 560, 256)).toMatchObject([
      {
        level: 'warn',
        event: 'heap-too-large',
        cause: expect.stringContaining('--max-old-space-size=128 --max-semi-space-size=1'),
      },
    ]);
  });

  test('PROVIDER_URL without SITE_URL is a warning with the remedy', () => {
    expect(linesOf({})).toEqual([]);
    const provider = { PROVIDER_URL: 'https://provider.example' };
    expect(linesOf({ ...provider, SITE_URL: 'https://school.example' })).toEqual([]);
    expect(linesOf(provider)).toMatchObject([
      {
        level: 'warn',
        event: 'site-url-unset',
        url: 'http://localhost:3000',
        cause: expect.stringContaining('SITE_URL is not set, so forms are accepted from'),
      },
    ]);
  });
});

describe('at a request', () => {
  test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded'])(
    '%s while TRUST_PROXY is 0 is one warning that names TRUST_PROXY, without the value',
    async (name) => {
      site = await siteOfTest();
      await get({});
      expect(warnings('untrusted-proxy-header')).toEqual([]);
      await get({ [name]: '192.0.2.77' });
      await get({ [name]: '192.0.2.77', 'X-Forwarded-Proto': 'https' });
      expect(warnings('untrusted-proxy-header')).toMatchObject([
        {
          level: 'warn',
          fields: [name.toLowerCase()],
          cause: expect.stringContaining('TRUST_PROXY'),
        },
      ]);
      expect(JSON.stringify(site.lines)).not.toContain('192.0.2.77');
    },
  );

  test('behind a trusted proxy nothing is logged', async () => {
    site = await siteOfTest({
      environment: { TRUST_PROXY: '1', SITE_URL: 'https://school.example' },
    });
    await get({ Host: 'school.example', 'X-Forwarded-For': '192.0.2.77' });
    await get({ Host: '10.0.0.7:3000' });
    expect(site.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('a public host while SITE_URL is on localhost is one warning that names SITE_URL', async () => {
    site = await siteOfTest();
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
