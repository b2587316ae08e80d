import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSampleProvider } from '../../../sample/provider.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { readList } from '../../../server/provider/read-rows.ts';
import { dayInIndia } from '../../../shared/dates.ts';
import { parseDay } from '../../../shared/parse-day.ts';
import {
  COMPLETE_LISTS,
  PROVIDER_LISTS,
  type ListName,
  type RecordOf,
} from '../../../shared/records/provider-lists.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function start(options: { dataDir?: string; now?: () => Date; schoolCode?: string } = {}) {
  const provider = await startSampleProvider({
    folder: resolve('sample'),
    dataDir: null,
    ...options,
  });
  onTestFinished(() => provider.stop());
  return provider;
}

async function rowsOf(provider: { url: string }, path: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${provider.url}${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new Error(`${path} is no list`);
  return rows;
}

/** A list of the sample as a page of a campus gets it. */
async function recordsOf<Name extends ListName>(
  provider: { url: string },
  name: Name,
  campus: (typeof CAMPUSES)[number],
): Promise<RecordOf<Name>[]> {
  const rows = await rowsOf(provider, PROVIDER_LISTS[name].path('GISNUP', ''));
  // What a template has in place of a date.
  expect(rows.filter((row) => 'daysFromToday' in row || 'nearest' in row)).toEqual([]);
  const { problems, records: read } = await readList(name, rows, { base: provider.url });
  expect(problems).toEqual([]);
  const records: readonly unknown[] = read[campus];
  // Rows of a list become its records.
  return records as RecordOf<Name>[];
}

describe('lists', () => {
  test('R-226 to R-229, R-231 to R-234: other paths, letter cases and schools are 404', async () => {
    const provider = await start();
    const wrong =
      '/api/news/All/GISNUP /api/events/all/GISNUP /api/onlineregistration/GISNUP /api/news/OTHER /api/news ' +
      '/api/news/gisnup /api/news/GISNUP/ / /api/image/../package.json /api/image/documents/..pdf';
    for (const path of wrong.split(' '))
      expect([path, (await fetch(`${provider.url}${path}`)).status]).toEqual([path, 404]);
  });

  test('R-223 R-239: both campuses have the records that the pages need, all of them sound', async () => {
    const provider = await start();
    const today = dayInIndia(new Date());
    const isComing = ({ day }: { day: string | null }) => day !== null && day >= today;
    for (const campus of CAMPUSES) {
      for (const name of COMPLETE_LISTS)
        expect((await recordsOf(provider, name, campus)).length).toBeGreaterThan(0);
      for (const name of ['events', 'news', 'gallery'] as const) {
        const short = await recordsOf(provider, name, campus);
        expect(short.length).toBe(12);
        const days = short.map(({ day }) => day ?? '');
        expect(days).toEqual(days.toSorted((a, b) => b.localeCompare(a)));
      }
      for (const name of ['eventsAll', 'events'] as const)
        expect((await recordsOf(provider, name, campus)).some(isComing)).toBe(true);
    }
  });

  test('dates move with the day in India, and a feast keeps its calendar day', async () => {
    let now = new Date('2026-03-01T18:29:59Z');
    const provider = await start({ now: () => now });
    const dateOf = async (id: string) => {
      const row = (await rowsOf(provider, '/api/events/All/GISNUP')).find(({ _id }) => _id === id);
      return parseDay(String(row?.['date']));
    };
    expect(await dateOf('evt-f-01')).toBe('2026-03-06');
    expect(await dateOf('evt-f-20')).toMatch(/-01-26$/);
    now = new Date('2026-03-01T18:30:00Z');
    expect(await dateOf('evt-f-01')).toBe('2026-03-07');
  });
});

describe('submissions', () => {
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  test('R-236 R-237: a submission is stored once with its CV, as files of the owner alone', async () => {
    const dataDir = temporaryFolder();
    const provider = await start({ dataDir });
    const form = new FormData();
    form.set('name', 'आशा');
    form.set('attachments', new Blob(['%PDF-1.4 cv']), 'बायोडाटा.pdf');
    const headers = { 'idempotency-key': 'k1' };
    const send = () =>
      fetch(`${provider.url}/api/form/GISNUP/Career`, { method: 'POST', body: form, headers });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const folder = join(dataDir, 'sample-submissions');
    const files = (await readdir(folder)).toSorted();
    const [saved = '', ...cvs] = await Promise.all(
      files.map((file) => readFile(join(folder, file), 'utf8')),
    );
    expect(JSON.parse(saved)).toEqual({
      formType: 'Career',
      fields: { name: 'आशा' },
      fileName: 'बायोडाटा.pdf',
      idempotencyKey: 'k1',
    });
    expect(cvs).toEqual(['%PDF-1.4 cv']);
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  });

  test('R-235: the sample certificate is found by its admission number, no other is', async () => {
    const provider = await start();
    const lookUp = async (body: unknown): Promise<unknown> =>
      (await fetch(`${provider.url}/api/tc/GISNUP`, json(body))).json();
    expect(await lookUp({ name: 'Any', admission: ' gis-2024-001 ' })).toEqual({
      data: 'certificates/gis-2024-001.jpg',
    });
    expect(await lookUp({ name: 'Any', admission: '1' })).toEqual({ data: '' });
    const file = await fetch(`${provider.url}/api/image/certificates/gis-2024-001.jpg`);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
  });
});
