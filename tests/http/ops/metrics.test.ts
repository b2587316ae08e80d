import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import request from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { writeRehearsalResult } from '../../../server/backup/rehearsal-result.ts';
import { checkRules, firingAlerts, PROMTOOL, RULES, valuesIn } from '../../support/promtool.ts';
import { SOON } from '../../support/effort.ts';
import { postForm } from '../../support/post-form.ts';
import { respondWith } from '../../support/providers/failures.ts';
import { siteOfTest, type TestSite } from '../../support/site.ts';

/** SQLite waits for a lock until then. */
const BUSY_MS = 5_000;

/** A time of the test, in the unit of the metrics. */
const SECONDS = expect.toSatisfy((value) => value > 0 && value < 60) as number;

let site: TestSite;
let admin: string;

async function startWatched(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  site = await siteOfTest({ environment: { ADMIN_PORT: String(port), ...environment } });
  // The outbox opens while the site already responds.
  await expect.poll(() => valueNow('gis_outbox_waiting')).toBe(0);
}

async function metrics(): Promise<string> {
  return (await fetch(`${admin}/metrics`)).text();
}

const valueOf = (text: string, series: string) => valuesIn(text).get(series);

async function valueNow(series: string): Promise<number | undefined> {
  return valueOf(await metrics(), series);
}

function valuesOf(text: string, series: readonly string[]): (number | undefined)[] {
  return series.map((each) => valueOf(text, each));
}

describe('metrics on the admin port', () => {
  beforeEach(() => startWatched());

  test('count requests by route and status, with durations and caches', async () => {
    for (const path of ['/HomeFr', '/HomeFr', '/NoSuchPage', '/api/news/GISNUP', '/robots.txt'])
      await (await fetch(site.url + path)).text();
    await (await fetch(`${site.url}/api/image/none.jpg`)).text();
    await request(site.url).post('/api/browser-error').send('{}').expect(204);
    const asset = /\/assets\/entry-[^"]+/.exec(await (await fetch(`${site.url}/HomeFr`)).text());
    const { headers } = await fetch(site.url + asset?.[0]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await expect
      .poll(() => valueNow('gis_http_requests_total{route="asset",status="200"}'))
      .toBe(1);
    const text = await metrics();
    const requests =
      'page",status="200 api",status="200 other",status="404 other",status="200 other",status="204 image",status="404';
    const series = requests.split(' ').map((route) => `gis_http_requests_total{route="${route}"}`);
    expect(valuesOf(text, series)).toEqual([3, 1, 1, 1, 1, 1]);
    const duration = 'gis_http_request_duration_seconds';
    expect(valueOf(text, `${duration}_count{route="page"}`)).toBe(3);
    const seconds = valueOf(text, `${duration}_sum{route="page"}`);
    const lines = site.lines.filter(({ event, path }) => event === 'request' && path === '/HomeFr');
    const ms = lines.map(({ durationMs }) => Number(durationMs)).reduce((all, one) => all + one);
    expect(seconds).toBeCloseTo(ms / 1_000);
    expect(valueOf(text, 'gis_cache_responses_total{result="hit"}')).toBeGreaterThanOrEqual(2);
    expect(valueOf(text, 'gis_cache_responses_total{result="asset"}')).toBe(1);
    expect(valueOf(text, 'gis_pages_cached')).toBe(1);
  });

  test('have calls to the provider, states and ages of lists, the queue, the disk and the process', async () => {
    await site.provider.fail(/\/api\/news\/all/, { status: 401 });
    await site.provider.fail(/\/api\/highlight/, 'reset');
    // To the end: a streamed page begins before its lists.
    await (await fetch(`${site.url}/News`)).text();
    const events = await (await fetch(`${site.url}/Events`)).text();
    await fetch(site.url + (/\/api\/image\/[^"?]+/.exec(events)?.[0] ?? ''));
    const text = await metrics();
    for (const above of [
      'gis_provider_calls_total{outcome="status",status="401",code=""}',
      'gis_provider_calls_total{outcome="ok",status="200",code=""}',
      'gis_provider_calls_total{outcome="unreachable",status="",code="ECONNRESET"}',
      'gis_provider_call_duration_seconds_count{kind="list"}',
      'gis_provider_call_duration_seconds_count{kind="file"}',
      'gis_list_state{list="eventsAll",state="fresh"}',
      'gis_list_state{list="newsAll",state="failed"}',
      'gis_lists{state="failed"}',
      'gis_log_events_total{level="error",event="list-failed"}',
      'gis_disk_free_bytes',
      'gis_disk_size_bytes',
      'gis_ready',
      'gis_provider_up',
      'gis_storage_ok',
      'gis_build_info{version="not-built"}',
      'process_resident_memory_bytes',
    ])
      expect([above, valueOf(text, above)]).toEqual([above, expect.toSatisfy((n) => n > 0)]);
    expect(valueOf(text, 'gis_list_age_seconds{list="eventsAll"}')).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'gis_list_age_seconds{list="newsAll"}')).toBeUndefined();
    expect(valueOf(text, 'gis_outbox_oldest_seconds')).toBe(0);
    const [free, size] = valuesOf(text, ['gis_disk_free_bytes', 'gis_disk_size_bytes']);
    expect(free).toBeLessThan(size ?? 0);
  });

  test('count a pending submission with its age and a dead letter, and have no word of a visitor', async () => {
    for (const [status, shown] of Object.entries({ 422: 502, 503: 202 })) {
      await site.provider.fail(/\/api\/form/, { status: Number(status) });
      const posted = await postForm(Number(new URL(site.url).port), `Ramesh Planted ${status}`);
      expect(posted.status).toBe(shown);
    }
    await expect.poll(() => valueNow('gis_http_requests_total{route="form",status="202"}')).toBe(1);
    const waiting = await metrics();
    const counts = ['outbox_waiting', 'outbox_dead'].map((name) => `gis_${name}`);
    expect(valuesOf(waiting, counts)).toEqual([1, 1]);
    expect(valueOf(waiting, 'gis_provider_call_duration_seconds_count{kind="form"}')).toBe(2);
    expect(valueOf(waiting, 'gis_outbox_oldest_seconds')).toEqual(SECONDS);
    const health = await (await fetch(`${admin}/health`)).text();
    expect(JSON.parse(health)).toMatchObject({ outbox: { waiting: 1, dead: 1, storage: 'ok' } });
    for (const word of ['Ramesh', '9876543210', 'a@b.co', 'Hello'])
      expect(waiting + health + JSON.stringify(site.lines)).not.toContain(word);
  });

  test('leave out unknown values only', async () => {
    const path = join(site.dataDir, 'outbox.db');
    // At once: the outbox would create it again.
    renameSync(path, `${path}-away`);
    mkdirSync(path);
    await expect.poll(() => valueNow('gis_storage_ok'), SOON).toBe(0);
    const text = await metrics();
    for (const name of ['gis_outbox_waiting', 'gis_outbox_dead'])
      expect(valueOf(text, name)).toBeUndefined();
    expect(valueOf(text, 'gis_ready')).toBe(1);
  });

  test('I5: a database of forms that another program locks is named before SQLite gives up', async () => {
    const path = join(site.dataDir, 'outbox.db');
    const state = async () => (await (await fetch(`${admin}/health`)).json()).outbox;
    const locker = new DatabaseSync(path, { timeout: BUSY_MS });
    locker.exec('begin immediate');
    const remedy = expect.stringMatching(/^end the program/) as string;
    const named = Promise.all([valueNow('gis_storage_ok'), state()]);
    expect(await Promise.race([named, setTimeout(BUSY_MS, 'after SQLite')])).toMatchObject([
      0,
      { storage: 'locked', remedy },
    ]);
    locker.exec('rollback');
    locker.close();
    await expect.poll(() => valueNow('gis_storage_ok'), SOON).toBe(1);
  });

  test('I11: a clock that is off from the one of the provider is named in health, metrics and log', async () => {
    const off = { date: new Date(Date.now() - 7_200_000).toUTCString() };
    await site.provider.fail('all', respondWith(200, off, '[]'));
    for (const page of ['/HomeFr', '/Home']) await (await fetch(site.url + page)).text();
    await expect
      .poll(() => site.lines.find(({ event }) => event === 'clock-off'))
      .toMatchObject({
        state: 'provider',
        count: expect.toSatisfy((seconds) => seconds >= 7_200) as number,
      });
    expect(await valueNow('gis_clock_ahead_seconds{of="provider"}')).toBeGreaterThanOrEqual(7_200);
    const health = await (await fetch(`${admin}/health`)).json();
    expect(health).toMatchObject({ clockSecondsAhead: { provider: expect.any(Number) as number } });
  });

  test('the site shows the public only whether it is ready', async () => {
    for (const [path, status] of Object.entries({ '/healthz': 'ok', '/readyz': 'ready' }))
      await request(site.url).get(path).expect('cache-control', 'no-store').expect(200, { status });
    for (const path of ['/metrics', '/health'])
      expect((await fetch(site.url + path)).status).toBe(404);
    site.app.beginStop();
    const stopping = await fetch(`${site.url}/readyz`);
    expect([stopping.status, await stopping.json()]).toEqual([503, { status: 'stopping' }]);
    expect(stopping.headers.get('connection')).toBe('close');
    expect((await fetch(`${admin}/health`)).status).toBe(503);
    expect(valueOf(await metrics(), 'gis_ready')).toBe(0);
  });

  test('the admin port responds to its own host only', async () => {
    const { port } = new URL(admin);
    const expected = [
      [`127.0.0.1:${port}`, 200],
      [`localhost:${port}`, 200],
      ['web:9100', 200],
      ['192.0.2.1', 200],
      ['gis.localhost', 200],
      ['evil.example', 421],
      [`127.0.0.1.evil.example:${port}`, 421],
    ] as const;
    for (const [host, expectedStatus] of expected) {
      const { status, headers } = await request(admin).get('/health').set('Host', host);
      expect([host, status]).toEqual([host, expectedStatus]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
      for (const absent of ['etag', 'x-powered-by']) expect(headers).not.toHaveProperty(absent);
    }
    await request(admin)
      .get('/metrics')
      .expect('content-type', /^text\/plain; version=0\.0\.4/);
    await request(admin).get('/').expect(404, { error: 'there are /metrics and /health' });
    await site.stop();
    await expect(fetch(admin)).rejects.toThrow('fetch failed');
  });
});

test('without ADMIN_PORT nothing listens', async () => {
  site = await siteOfTest();
  expect(site.app.admin).toBeNull();
});

test('I7: the result of the last rehearsal is a metric, and an alert follows a failed one', async () => {
  await startWatched();
  const series = ['gis_rehearsal_ok', 'gis_rehearsal_timestamp_seconds'];
  expect(valuesOf(await metrics(), series)).toEqual([undefined, undefined]);
  await writeRehearsalResult(site.dataDir, false);
  const now = await metrics();
  expect(valuesOf(now, series)).toEqual([0, expect.closeTo(Date.now() / 1_000, -2)]);
  const scrape = new Map([['a', now]]);
  const expected = PROMTOOL === null ? [] : ['GisRehearsalFailed'];
  const firing = PROMTOOL === null ? [] : firingAlerts(PROMTOOL, scrape, scrape);
  // A busy machine has others.
  expect(firing.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
});

const DASHBOARD = 'deploy/grafana-dashboard.json';

test('the alerts and the dashboard use every metric of the site, and no other', async () => {
  await startWatched();
  await (await fetch(`${site.url}/HomeFr`)).text();
  const text = await metrics();
  const exported = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const written = readFileSync(RULES, 'utf8') + readFileSync(DASHBOARD, 'utf8');
  const used = [...written.matchAll(/\b(?:gis|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  );
  expect(new Set(used).size).toBeGreaterThan(20);
  expect([...new Set(used)].filter((name) => !exported.has(name))).toEqual([]);
  const own = [...exported].filter((name) => name?.startsWith('gis_'));
  expect(own.filter((name) => !used.includes(name ?? ''))).toEqual([]);
});

test.skipIf(PROMTOOL === null)('promtool accepts the alerts and the metrics', async () => {
  await startWatched();
  const promtool = PROMTOOL ?? '';
  expect(checkRules(promtool)).toContain('SUCCESS');
  const checked = spawnSync(promtool, ['check', 'metrics'], {
    input: await metrics(),
    encoding: 'utf8',
  });
  // Node's own metrics have other names than promtool recommends.
  expect((checked.stdout + checked.stderr).match(/^gis_.*/gm)).toBeNull();
});
