import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import request from 'supertest';
import { afterEach, expect, test } from 'vitest';
import { startSite } from './harness/site.ts';
import { createVirtualClock } from './harness/virtual-clock.ts';
import { startTestProvider } from './providers/test-provider.ts';
import { startIndexNow } from '../server/pages/index-now.ts';
import { HttpProvider } from '../server/provider/http-provider.ts';
import { ListCache } from '../server/provider/list-cache.ts';
import { createLog } from '../server/web/log.ts';

const KEY = 'a-key-of-the-school';
const MINUTE = 60_000;
const STEPS = { stepMs: 5_000 };

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

type Message = { urlList: string[] };

/** A search engine that answers with these statuses in turn, and then with 202. */
async function startEngine(
  statuses: number[] = [],
  onTold: () => void = () => {},
): Promise<{ url: string; told: Message[] }> {
  const told: Message[] = [];
  const server = createServer((asked, answer) => {
    void json(asked).then((body) => {
      told.push(body as Message);
      onTold();
      answer.writeHead(statuses.shift() ?? 202).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`, told };
}

type Line = { event: string; cause?: string; count?: number };

/** What tells the engine of a provider that has nothing yet, in time that passes when a test says so. */
async function startTelling(engineUrl: string) {
  const upstream = await startTestProvider({ has: 'nothing' });
  stops.push(() => upstream.stop());
  const lines: Line[] = [];
  const log = createLog({
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  });
  const provider = new HttpProvider({ url: upstream.url, token: null, log });
  stops.push(() => provider.close());
  const clock = createVirtualClock();
  const lists = new ListCache({
    provider,
    schoolCode: 'GISNUP',
    log,
    now: () => new Date(clock.now()),
    snapshots: null,
  });
  let planned = 0;
  const indexNow = startIndexNow({
    indexNow: { key: KEY, engineUrl },
    siteUrl: 'https://school.example',
    proxies: { http: '', https: '', except: '' },
    lists,
    log,
    clock: {
      ...clock,
      after(delayMs, task) {
        planned += 1;
        return clock.after(delayMs, task);
      },
    },
  });
  stops.push(async () => indexNow.stop());
  const events = () => lines.filter(({ event }) => event.startsWith('index-now'));
  /** Lets time pass until one more look has ended, and planned the next. */
  async function look(): Promise<void> {
    const before = planned;
    await clock.runUntil(() => planned > before, STEPS);
  }
  return { upstream, lists, clock, indexNow, events, look };
}

const item = (id: string, title: string, more: object = {}) => ({
  _id: id,
  school: 'FARRUKHABAD',
  category: 'News',
  title,
  fromDate: '2026-11-19',
  ...more,
});

test('a search engine is told once of new, changed and gone records, again where it failed, and of nothing else', async () => {
  const engine = await startEngine([503]);
  const { upstream, clock, events, look } = await startTelling(engine.url);
  upstream.setList('newsAll', [
    item('kept', 'Kept'),
    item('new-words', 'Words'),
    item('gone', 'G'),
  ]);
  upstream.setList('notification', [{ _id: 'both', title: 'For both' }]);
  await look();

  upstream.setList('newsAll', [
    item('kept', 'Kept'),
    item('new-words', 'Words', { description: 'More of them' }),
    item('added', 'Added', { school: 'NEKPUR' }),
  ]);
  upstream.setList('notification', []);
  await clock.runUntil(() => events().length === 2, STEPS);
  await clock.run(60 * MINUTE, STEPS);
  const message = {
    host: 'school.example',
    key: KEY,
    keyLocation: `https://school.example/${KEY}.txt`,
    urlList: expect.toSatisfy((urls: string[]) => {
      expect(urls.toSorted()).toEqual([
        'https://school.example/News/gone/g',
        'https://school.example/News/new-words/words',
        'https://school.example/Notices/both/for-both',
        'https://school.example/nekhpur/News/added/added',
        'https://school.example/nekhpur/Notices/both/for-both',
      ]);
      return true;
    }),
  };
  expect(engine.told).toEqual([message, message]);
  expect(events()).toMatchObject([
    { event: 'index-now-failed', count: 5, cause: 'status 503' },
    { event: 'index-now-notified', count: 5 },
  ]);
});

test('a list that could not be had is not told as new when it comes, nor a record that has no page', async () => {
  const engine = await startEngine();
  const { upstream, lists, events, look } = await startTelling(engine.url);
  upstream.setList('newsAll', [item('old', 'Old')]);
  await upstream.fail('/api/news/all/GISNUP', { status: 500 });
  await look();
  expect(lists.peek('newsAll')?.state).toBe('failed');
  await upstream.heal();
  await look();
  expect(events()).toEqual([]);
  upstream.setList('newsAll', [item('old', 'Old'), item('..', 'Nowhere'), item('new', 'New')]);
  await look();
  expect(engine.told.map(({ urlList }) => urlList)).toEqual([
    ['https://school.example/News/new/new'],
  ]);
});

test('the provider is not asked for a list that a visitor has just been shown', async () => {
  const { url } = await startEngine();
  const { upstream, clock, lists, look } = await startTelling(url);
  await clock.run(50_000, STEPS);
  // The first that is looked at, before more time passes.
  await lists.get('eventsAll');
  await look();
  expect(upstream.requests.filter((call) => call.url === '/api/events/All/GISNUP')).toHaveLength(1);
});

test('a message has ten thousand addresses at most, and the others wait for the next', async () => {
  const engine = await startEngine();
  const { upstream, events, look } = await startTelling(engine.url);
  await look();
  const notices = Array.from({ length: 5_001 }, (_, n) => ({ _id: `n${n}`, title: 'Notice' }));
  upstream.setList('notification', notices);
  await look();
  await look();
  expect(events()).toMatchObject([{ count: 10_000 }, { count: 2 }]);
  expect(engine.told.map(({ urlList }) => urlList.length)).toEqual([10_000, 2]);
  expect(new Set(engine.told.flatMap(({ urlList }) => urlList)).size).toBe(10_002);
});

test('once it has been stopped it looks at nothing any more, before its first look and in the middle of one', async () => {
  const early = await startTelling((await startEngine()).url);
  early.indexNow.stop();
  await early.clock.run(30 * MINUTE, STEPS);
  expect(early.upstream.requests).toEqual([]);

  const engine = await startEngine([], () => late.indexNow.stop());
  const late = await startTelling(engine.url);
  await late.look();
  late.upstream.setList('newsAll', [item('new', 'New')]);
  await late.clock.runUntil(() => late.events().length === 1, STEPS);
  const asked = late.upstream.requests.length;
  late.upstream.setList('newsAll', []);
  await late.clock.run(30 * MINUTE, STEPS);
  expect(late.upstream.requests).toHaveLength(asked);
  expect(engine.told).toHaveLength(1);
});

test('the key is served where the setting has one, and nothing is without it', async () => {
  const told = await startSite({ environment: { INDEXNOW_KEY: KEY } });
  stops.push(() => told.close());
  const { text } = await request(told.url)
    .get(`/${KEY}.txt`)
    .expect('content-type', /text\/plain/)
    .expect('cache-control', 'public, max-age=3600');
  expect(text).toBe(KEY);
  await request(told.url).get('/another-key.txt').expect(404);
  const untold = await startSite();
  stops.push(() => untold.close());
  await request(untold.url).get(`/${KEY}.txt`).expect(404);
});
