import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colourOf, jpeg, pdf, png } from './providers/files.ts';
import { startMessy, type MessyProvider } from './providers/messy.ts';
import { startTidy } from './providers/tidy.ts';
import type { Provider } from './providers/tidy.ts';

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
      const [received] = provider.submissions();
      expect(received?.fields['subject']).toBe('a subject हिन्दी');
      expect(received?.files).toMatchObject([
        { field: 'attachments', name: 'cv.pdf', type: 'application/pdf', bytes: cv.size },
      ]);
      expect(received).toMatchObject({ idempotencyKey: 'k1', token: TOKEN, form: 'Career' });
    }
  });
});
