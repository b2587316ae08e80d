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
import type { ListName } from '../shared/provider-lists.ts';
import { RECORD_KINDS } from '../shared/record-kinds.ts';

const KEY = 'a-key-of-the-school';
const MINUTE = 60_000;
const STEPS = { stepMs: 5_000 };

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A search engine that answers with these statuses in turn, and then with 202. */
async function startEngine(statuses: number[]): Promise<{ url: string; told: unknown[] }> {
  const told: unknown[] = [];
  const server = createServer((asked, answer) => {
    void json(asked).then((body) => {
      told.push(body);
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

const item = (id: string, title: string, more: object = {}) => ({
  _id: id,
  school: 'FARRUKHABAD',
  category: 'News',
  title,
  fromDate: '2026-11-19',
  ...more,
});

test('a search engine is told once of new, changed and gone records, again where it failed, and of nothing else', async () => {
  const upstream = await startTestProvider({ has: 'nothing' });
  stops.push(() => upstream.stop());
  upstream.setList('newsAll', [
    item('kept', 'Kept'),
    item('new-words', 'Words'),
    item('gone', 'G'),
  ]);
  upstream.setList('notification', [{ _id: 'both', title: 'For both' }]);
  const engine = await startEngine([503]);
  const lines: { event: string; cause?: string; count?: number }[] = [];
  const log = createLog({
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
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
  const indexNow = startIndexNow({
    indexNow: { key: KEY, engineUrl: engine.url },
    siteUrl: 'https://school.example',
    proxies: { http: '', https: '', except: '' },
    lists,
    log,
    clock,
  });
  stops.push(async () => indexNow.stop());
  const names = Object.values(RECORD_KINDS).flatMap((kind): readonly ListName[] => kind.lists);
  await clock.runUntil(() => names.every((name) => lists.peek(name)?.state === 'fresh'), STEPS);
  await clock.run(2 * MINUTE, STEPS);

  upstream.setList('newsAll', [
    item('kept', 'Kept'),
    item('new-words', 'Words', { description: 'More of them' }),
    item('added', 'Added', { school: 'NEKPUR' }),
  ]);
  upstream.setList('notification', []);
  const events = () => lines.filter(({ event }) => event.startsWith('index-now'));
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

test('the key is served where the setting has one, and nothing is without it', async () => {
  const told = await startSite({ environment: { INDEXNOW_KEY: KEY } });
  stops.push(() => told.close());
  const { text } = await request(told.url)
    .get(`/${KEY}.txt`)
    .expect('content-type', /text\/plain/);
  expect(text).toBe(KEY);
  await request(told.url).get('/another-key.txt').expect(404);
  const untold = await startSite();
  stops.push(() => untold.close());
  await request(untold.url).get(`/${KEY}.txt`).expect(404);
});
