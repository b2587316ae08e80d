import { afterEach, describe, expect, test } from 'vitest';
import { loadSettings } from '../../server/config.ts';
import type { Log } from '../../server/log/log.ts';
import { warnOfSettings } from '../../server/ops/deployment-warnings.ts';
import { request as httpRequest } from 'node:http';
import { startSite, type TestSite } from '../support/site.ts';
import { createTestLog, type LogLine } from '../support/test-log.ts';

let site: TestSite | undefined;

afterEach(() => site?.close());

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
  function linesOf(warn: (log: Log) => void): LogLine[] {
    const { log, lines } = createTestLog('info');
    warn(log);
    return lines;
  }

  const linesOfSettings = (environment: Record<string, string>) =>
    linesOf((log) =>
      warnOfSettings(loadSettings(environment), { heapBytes: 1, memoryBytes: 2 }, log),
    );

  test('a heap that is too large for the memory is a warning with the options to set', () => {
    const MIB = 1024 * 1024;
    const linesOfHeap = (heap: number, memory: number) =>
      linesOf((log) =>
        warnOfSettings(loadSettings({}), { heapBytes: heap * MIB, memoryBytes: memory * MIB }, log),
      );
    expect(linesOfHeap(560, 768)).toEqual([]);
    const [line, ...more] = linesOfHeap(560, 256);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 'warn',
      event: 'heap-too-large',
      cause: expect.stringContaining('--max-old-space-size=128 --max-semi-space-size=1'),
    });
  });

  test('PROVIDER_URL without SITE_URL is a warning with the remedy', () => {
    const [line, ...more] = linesOfSettings({ PROVIDER_URL: 'https://provider.example' });
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 'warn',
      event: 'site-url-unset',
      url: 'http://localhost:3000',
      cause: expect.stringContaining('SITE_URL is not set, so forms are accepted from'),
    });
  });

  test('with SITE_URL, or without PROVIDER_URL, there is no warning', () => {
    expect(linesOfSettings({})).toEqual([]);
    const both = { PROVIDER_URL: 'https://provider.example', SITE_URL: 'https://school.example' };
    expect(linesOfSettings(both)).toEqual([]);
  });
});

describe('at a request', () => {
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
    // No addresses in the log.
    expect(JSON.stringify(site.lines)).not.toContain('192.0.2.77');
  });

  test('behind a trusted proxy nothing is logged', async () => {
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
