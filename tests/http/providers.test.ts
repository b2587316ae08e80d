import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { colourOf, jpeg, pdf, png } from '../support/providers/files.ts';
import { startMessy, type MessyProvider } from '../support/providers/messy.ts';
import { startTestProvider, type TestProvider } from '../support/providers/test-provider.ts';
import { startTidy } from '../support/providers/tidy.ts';
import type { Provider } from '../support/providers/tidy.ts';

const TOKEN = 'token-of-the-providers-test';

let tidy: Provider;
let messy: MessyProvider;

beforeAll(async () => {
  tidy = await startTidy({ token: TOKEN, prefix: '/v2/school' });
  messy = await startMessy({ token: TOKEN });
});

afterAll(async () => {
  await tidy.stop();
  await messy.stop();
});

describe('the providers of these tests, asked as any client would', () => {
  test('make pictures of a wanted colour that a decoder reads', async () => {
    for (const make of [png, jpeg]) {
      for (const index of [1, 77, 900_001]) {
        const { data } = await sharp(make(colourOf(index)).bytes)
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const [red, green, blue] = colourOf(index);
        expect(Math.abs((data[0] ?? 999) - red)).toBeLessThan(16);
        expect(Math.abs((data[1] ?? 999) - green)).toBeLessThan(16);
        expect(Math.abs((data[2] ?? 999) - blue)).toBeLessThan(16);
      }
    }
    expect(pdf('Fees').bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the tidy one answers with JSON and asks for its token where R-181 names it', async () => {
    const lists = await fetch(`${tidy.url}/api/events/All/GISNUP`);
    expect(lists.status).toBe(200);
    expect(await lists.json()).toHaveLength(26);
    expect((await fetch(`${tidy.url}/api/notification/GISNUP`)).status).toBe(401);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${tidy.url}/api/notification/GISNUP`, { headers })).status).toBe(200);
    expect((await fetch(`${tidy.url}/api/news/OTHER`)).status).toBe(404);
  });

  test('the messy one wraps, compresses, moves and mislabels, and its rows are all there', async () => {
    const moved = await fetch(`${messy.url}/api/events/All/GISNUP`);
    expect(moved.redirected).toBe(true);
    const events: unknown = await moved.json();
    expect(JSON.stringify(events).length).toBeGreaterThan(100_000);
    const marks = new Set(
      messy.expected('events', 'NEKPUR').records.flatMap((record) => record.mark ?? []),
    );
    const text = JSON.stringify(events);
    expect(marks.size).toBeGreaterThan(100);
    expect([...marks].filter((mark) => !text.includes(mark))).toEqual([]);
    messy.maintenance(true);
    const page = await fetch(`${messy.url}/api/events/All/GISNUP`);
    expect(page.headers.get('content-type')).toBe('text/html');
    messy.maintenance(false);
  });

  test('both take a CV byte for byte', async () => {
    for (const provider of [tidy, messy]) {
      const body = new FormData();
      for (const name of ['name', 'phone', 'subject', 'school', 'mailType', 'experience']) {
        body.set(name, `a ${name} हिन्दी`);
      }
      const cv = new File([new Uint8Array(pdf('CV\r\n--x').bytes)], 'cv.pdf', {
        type: 'application/pdf',
      });
      body.set('attachments', cv);
      const answer = await fetch(`${provider.url}/api/form/GISNUP/Career`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Idempotency-Key': 'k1' },
        body,
      });
      expect(answer.ok).toBe(true);
      const [received] = provider.submissions;
      expect(received?.fields['subject']).toBe('a subject हिन्दी');
      expect(received?.files).toMatchObject([
        { field: 'attachments', name: 'cv.pdf', type: 'application/pdf' },
      ]);
      expect(received?.files[0]?.bytes.equals(pdf('CV\r\n--x').bytes)).toBe(true);
      expect(received).toMatchObject({ idempotencyKey: 'k1', token: TOKEN, form: 'Career' });
    }
  });
});

describe('the provider of most tests', () => {
  const path = '/api/news/GISNUP';
  async function start(): Promise<TestProvider> {
    const provider = await startTestProvider();
    onTestFinished(() => provider.stop());
    return provider;
  }

  const textOf = async (provider: TestProvider) => (await fetch(`${provider.url}${path}`)).text();

  test('each fault shows on its path only, and heals', async () => {
    const provider = await start();
    const good = await textOf(provider);
    const shows: [Parameters<TestProvider['fail']>[1], () => Promise<void>][] = [
      ['refuse', () => expect(textOf(provider)).rejects.toThrow(/fetch failed|terminated/)],
      ['reset', () => expect(textOf(provider)).rejects.toThrow(/fetch failed|terminated/)],
      [
        'hang',
        () =>
          expect(
            fetch(`${provider.url}${path}`, { signal: AbortSignal.timeout(100) }),
          ).rejects.toThrow(/timeout/),
      ],
      [
        { status: 503, retryAfterSeconds: 9 },
        async () =>
          expect((await fetch(`${provider.url}${path}`)).headers.get('retry-after')).toBe('9'),
      ],
      ['html', async () => expect(await textOf(provider)).toContain('<h1>')],
      ['cutJson', () => expect(textOf(provider)).rejects.toThrow(/fetch failed|terminated/)],
      ['nullBody', async () => expect(await textOf(provider)).toBe('null')],
      [
        'huge',
        async () => expect((await textOf(provider)).length).toBeGreaterThan(60 * 1024 * 1024),
      ],
      [
        'badRows',
        async () =>
          expect(JSON.parse(await textOf(provider))).toEqual(
            expect.arrayContaining([null, 7, ...(JSON.parse(good) as unknown[])]),
          ),
      ],
      [{ delayMs: 1 }, async () => expect(await textOf(provider)).toBe(good)],
    ];
    for (const [fault, show] of shows) {
      await provider.fail(path, fault);
      await show();
      const other = await fetch(`${provider.url}/api/highlight/GISNUP`).catch(() => null);
      expect(other?.status).toBe(fault === 'refuse' ? undefined : 200);
      await provider.heal();
      expect(await textOf(provider)).toBe(good);
    }
  });

  test('a dripping body has begun and does not end', async () => {
    const provider = await start();
    await provider.fail('all', 'dripFeed');
    const { body } = await fetch(`${provider.url}${path}`);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('[');
    await reader?.cancel();
  });

  test('a list can be replaced, requests are seen complete, and an outage keeps the port', async () => {
    const provider = await start();
    provider.setList('news', { data: 'odd' });
    expect(await textOf(provider)).toBe('{"data":"odd"}');
    provider.resetLists();
    await fetch(`${provider.url}/api/tc/GISNUP`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
      body: '{"name":"A"}',
    });
    expect(provider.requests.at(-1)).toMatchObject({
      url: '/api/tc/GISNUP',
      body: Buffer.from('{"name":"A"}'),
      headers: { authorization: 'Bearer x' },
    });
    expect(provider.received).toMatchObject([{ fields: { name: 'A' }, files: [], token: 'x' }]);
    const { url } = provider;
    await provider.stop();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    await provider.start();
    expect((await fetch(`${url}${path}`)).status).toBe(200);
  });
});
