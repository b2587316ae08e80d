import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../../../../../server/config.ts';
import { loadContent, readContent } from '../../../../../server/content/content.ts';
import {
  findSampleContent,
  findSamples,
  logSamplesLeft,
} from '../../../../../server/ops/doctor/public-check.ts';
import { contentWith } from '../../../../support/content-with.ts';
import { createTestLog } from '../../../../support/test-log.ts';

const PUBLIC = {
  SITE_URL: 'https://www.gis-farrukhabad.in',
  PROVIDER_URL: 'https://records.gis-farrukhabad.in',
  HSTS_SECONDS: '86400',
};

const samplesIn = async (folder: string) => findSampleContent(folder, await readContent(folder));

test('what is invented is named once, with its file and field', async () => {
  const folder = contentWith();
  const before = await samplesIn(folder);
  const { site } = await loadContent(folder);
  const { FARRUKHABAD, NEKPUR } = site.campuses;
  const partners = [...site.partners, { name: 'Planted', logo: site.logo, sample: true }];
  const campuses = {
    FARRUKHABAD: { ...FARRUKHABAD, phone: '+91-5692-000009' },
    NEKPUR: { ...NEKPUR, email: 'planted@example.org' },
  };
  const staff =
    'Campus,Name,Post,Subjects,Qualification,Sample\nNekpur,A,PGT,B,(sample value) 9,yes\n';
  const files = {
    'site.json': JSON.stringify({ ...site, partners, campuses }),
    'staff.csv': staff,
    'pictures/planted.svg':
      '<svg data-sample="true" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    'files/planted.pdf': '%PDF-1.4 (SAMPLE) Tj',
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const planted = (await samplesIn(folder)).filter((line) => !before.includes(line));
  const replace = 'is still the sample of this repository; replace or delete it';
  expect(planted).toEqual([
    expect.stringContaining('site.json: campuses.FARRUKHABAD.phone: "+91-5692-000009"'),
    expect.stringContaining('site.json: campuses.NEKPUR.email: "planted@example.org"'),
    expect.stringContaining(
      `site.json: partners, entry ${site.partners.length + 1} (Planted): is still the`,
    ),
    'staff.csv: row 2, column E (Qualification): "(sample value) 9" is still the sample of this repository',
    'staff.csv: 1 rows have a mark in the column Sample: replace them, then remove the column',
    `pictures/planted.svg: ${replace}`,
    `files/planted.pdf: ${replace}`,
  ]);
});

test('an example address in a page is named with its line', async () => {
  const folder = contentWith({ 'pages/sports.md': '# Sports\n\nWrite to coach@example.org\n' });
  const lines = await samplesIn(folder);
  expect(lines).toContainEqual(expect.stringMatching(/^pages\/sports\.md: line 3 /));
});

test.each<[string, Record<string, string>, string[]]>([
  ['of a public site', PUBLIC, []],
  ['without HSTS_SECONDS', { ...PUBLIC, HSTS_SECONDS: '' }, ['HSTS_SECONDS is not chosen']],
  ['with http', { ...PUBLIC, SITE_URL: 'http://www.gis-farrukhabad.in' }, ['is not https']],
  ['of an example', { ...PUBLIC, SITE_URL: 'https://www.school.example' }, ['is an example']],
  ['of this machine', { ...PUBLIC, SITE_URL: 'http://localhost:3000' }, ["machine's own name"]],
  ['that are empty', {}, ['SITE_URL is not set', 'PROVIDER_URL is not set']],
])('settings %s have their problems named', (_which, environment, errors) => {
  const lines = findSamples({ samples: ['staff.csv: a sample'] }, loadSettings(environment));
  expect(lines.pop()).toBe('staff.csv: a sample');
  expect(lines).toEqual(errors.map((error) => expect.stringContaining(error)));
});

test('the start logs how much is left', () => {
  const { log, lines } = createTestLog();
  const settings = loadSettings(PUBLIC);
  logSamplesLeft({ samples: ['one', 'two'] }, settings, log);
  logSamplesLeft({ samples: [] }, settings, log);
  expect(lines).toMatchObject([{ level: 'warn', event: 'sample-left', count: 2 }]);
});
