import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadSettings } from '../../../../../server/config.ts';
import { findSamples, logSamplesLeft } from '../../../../../server/ops/doctor/public-check.ts';
import { contentWith } from '../../../../support/content-with.ts';
import { createTestLog } from '../../../../support/test-log.ts';

const PUBLIC = {
  SITE_URL: 'https://www.gis-farrukhabad.in',
  PROVIDER_URL: 'https://records.gis-farrukhabad.in',
  HSTS_SECONDS: '86400',
};
let folder = '';

beforeEach(() => {
  folder = contentWith();
});

function left(environment: Record<string, string> = PUBLIC): Promise<string[]> {
  return findSamples(folder, loadSettings(environment));
}

function change(file: string, from: RegExp, to: string): void {
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

test('what is invented is named once, with its file and field', async () => {
  const lines = await left();
  for (const at of [
    'site.json: campuses.FARRUKHABAD.phone:',
    'site.json: campuses.NEKPUR.phones.0.phone:',
    'site.json: campuses.NEKPUR.hours.0:',
    'site.json: campuses.NEKPUR.leaders.Principal:',
    'site.json: campuses.NEKPUR.email:',
    'site.json: vendor.url:',
    'disclosure.json: FARRUKHABAD.0.rows.1.2:',
    'disclosure.json: FARRUKHABAD.3:',
    'pictures/portrait-principal.svg:',
    ...readdirSync('content/files').map((file) => `files/${file}:`),
  ])
    expect([at, lines.filter((line) => line.startsWith(`content/${at}`)).length]).toEqual([at, 1]);
});

test('a replaced sample is no longer named', async () => {
  const before = await left();
  change('site.json', /"\+91-5692-000000"/, '"+91-5692-234567"');
  change('disclosure.json', /0000000 \(sample value\)/, '2132456');
  change('disclosure.json', /("title": "Result of Class X",)\s+"sample": true,/, '$1');
  writeFileSync(join(folder, 'files/noc.pdf'), '%PDF-1.4 scanned');
  writeFileSync(
    join(folder, 'pictures/portrait-principal.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 10"/>',
  );
  const after = await left();
  const gone = before.filter((line) => !after.includes(line));
  const sample = 'is still the sample of this repository; replace or delete it';
  expect(gone.map((line) => line.split(': ', 2).join(': '))).toEqual([
    'content/site.json: campuses.FARRUKHABAD.phone',
    'content/disclosure.json: FARRUKHABAD.0.rows.1.2',
    'content/disclosure.json: FARRUKHABAD.3',
    `content/pictures/portrait-principal.svg: ${sample}`,
    `content/files/noc.pdf: ${sample}`,
  ]);
  expect(after.filter((line) => !before.includes(line))).toEqual([]);
});

test('an example address in a page is named with its line, and a missing document is named', async () => {
  writeFileSync(join(folder, 'pages/sports.md'), '# Sports\n\nWrite to coach@example.org\n');
  rmSync(join(folder, 'files/noc.pdf'));
  const lines = await left();
  expect(lines).toContainEqual(expect.stringMatching(/^content\/pages\/sports\.md: line 3 /));
  expect(lines).toContainEqual(expect.stringContaining('noc.pdf is not in content/files'));
});

test.each([
  [PUBLIC, []],
  [{ ...PUBLIC, HSTS_SECONDS: '' }, ['HSTS_SECONDS is not chosen']],
  [{ ...PUBLIC, SITE_URL: 'http://www.gis-farrukhabad.in' }, ['is not https']],
  [{ ...PUBLIC, SITE_URL: 'https://www.school.example' }, ['is an example']],
  [{ ...PUBLIC, SITE_URL: 'http://localhost:3000' }, ["is this machine's own name"]],
  [{}, ['SITE_URL is not set', 'PROVIDER_URL is not set']],
])('the settings %j have the problems %j', async (environment, errors) => {
  const lines = (await left(environment)).filter((line) => !line.startsWith('content/'));
  expect(lines).toEqual(errors.map((error) => expect.stringContaining(error)));
});

test('the start logs how much is left, or why it is unknown', async () => {
  const { log, lines } = createTestLog();
  const settings = loadSettings(PUBLIC);
  const { length: count } = await left();
  await logSamplesLeft(folder, settings, log);
  mkdirSync(join(folder, 'pictures/folder'));
  await logSamplesLeft(folder, settings, log);
  expect(lines).toMatchObject([
    { level: 'warn', event: 'sample-left', count },
    { level: 'warn', event: 'sample-left', cause: 'EISDIR' },
  ]);
});
