import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { allOf, attribute, readPage, select, type Element } from '../../support/read-page.ts';
import { sharedSite, siteOfTest, type TestSite } from '../../support/site.ts';
import programTexts from '../../../client/hindi-texts.json' with { type: 'json' };
import { hindiWarnings } from '../../../server/content/check-content.ts';
import { contentErrors } from '../../support/content-errors.ts';
import { formatProblem } from '../../../server/content/problem.ts';
import { loadContent } from '../../../server/content/content.ts';
import { localPath } from '../../../shared/languages.ts';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';
import { PAGE_PATHS, SAMPLE_RECORDS, SAMPLE_SEARCH } from '../../support/sample-records.ts';
import { contentWith } from '../../support/content-with.ts';
import { hindiTexts } from '../../support/table-files.ts';
import { untilSearchable } from '../../support/until-searchable.ts';

/** English words of a Hindi page that stay English: names, acronyms, kinds of files. */
const UNTRANSLATED = new Set(
  'A Android App B C Calendar CBSE CCTV CV D E ERP GIS Google GISNUP ICSE IST IT KB LKG MB NOC OMR PDF Play PTA RSS SMC SMS SOF Store UKG Wi Fi WhatsApp ics jpg tc www'.split(
    ' ',
  ),
);
const ROMAN = /^[IVX]+$/;
const ADDRESS = /\S+@\S+|https?:\/\/\S+|\S+\.(?:com|in|org|example)\b\S*/g;
const LABELS = 'aria-roledescription data-facts data-noun data-popup-title placeholder title'.split(
  ' ',
);
const COMMON = /^\/(?:files|api)\/|\.(?:rss|ics)(?:\?|$)/;
const SILENT = new Set(['script', 'style', 'template', 'head', 'noscript']);

/** A text that the code shows with `t`, `pageText` or `message`, or in a list. */
const SHOWN =
  /(?<![\w.])(?:(?:t|pageText|message)\(|(?:count|year)Label:|(?:none|inYear|filtered):|const STAY_TUNED =)\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g;

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
}

const PATHS = [...PAGE_PATHS, '/nekhpur/no-such-page'];

/** The school's own content, with some Hindi for each text that has none yet. */
async function contentInHindi(): Promise<string> {
  const missing = (await hindiWarnings('content')).flatMap(({ values }) => {
    const text = values?.['english'];
    return text === undefined ? [] : [JSON.parse(text) as string];
  });
  const more = Object.fromEntries(missing.map((text, index) => [text, `पाठ ${index}`]));
  return contentWith({ 'hi/texts.csv': hindiTexts(more) });
}

const contentFolder = await contentInHindi();
const sample = sharedSite({ sharesPictures: true, hasLists: true, contentFolder });
const empty = sharedSite({ providerHas: 'nothing', hasLists: true, contentFolder });

async function pageAt(site: TestSite, path: string): Promise<Element> {
  const { text } = await request(site.url).get(path).set('accept-encoding', 'identity');
  return readPage(text);
}

/** Every visible text, and the values of the attributes `read`, with their languages. */
function textsOf(element: Element, lang = '', read = LABELS): { text: string; lang: string }[] {
  if (SILENT.has(element.tagName)) return [];
  const own = attribute(element, 'lang') ?? lang;
  const labels = element.attrs.filter(({ name }) => read.includes(name));
  const texts = labels.map(({ value }) => ({ text: value, lang: own }));
  for (const node of element.childNodes)
    if ('tagName' in node) texts.push(...textsOf(node, own, read));
    else if ('value' in node && node.value.trim() !== '')
      texts.push({ text: node.value, lang: own });
  return texts;
}

/** Addresses of this site that a page leads to. */
function linksOf(page: Element): string[] {
  return ['a', 'form']
    .flatMap((tag) => select(page, tag))
    .filter((link) => attribute(link, 'class') !== 'language-switch')
    .map((link) => attribute(link, 'href') ?? attribute(link, 'action') ?? '')
    .filter((href) => href.startsWith('/'));
}

/** English words of a Hindi text, without those that stay. */
function englishIn(text: string): string[] {
  const words = text.replace(ADDRESS, '').match(/\p{Script=Latin}+/gu) ?? [];
  return words.filter((word) => !UNTRANSLATED.has(word) && !ROMAN.test(word));
}

describe.each(['sample', 'empty'] as const)('%s provider', (name) => {
  const site = () => (name === 'sample' ? sample : empty);
  // Alternative texts and labels also name records, which stay English.
  const read = name === 'empty' ? [...LABELS, 'alt', 'aria-label'] : LABELS;
  const paths = name === 'sample' ? [...PATHS, ...SAMPLE_RECORDS, SAMPLE_SEARCH] : PATHS;

  test('a Hindi page marks English texts, links to Hindi pages, files, feeds and its twin, which has no Hindi but that link', async () => {
    const problems: string[] = [];
    if (name === 'sample') await untilSearchable(sample);
    for (const path of paths) {
      const root = await pageAt(site(), localPath('hi', path));
      expect([path, attribute(root, 'lang')]).toEqual([path, 'hi']);
      for (const { text, lang } of textsOf(root, '', read))
        if (lang === 'hi' && englishIn(text).length > 0) problems.push(`${path}: ${text}`);
      // Results lead to sections, whose names and ranks are those of the language.
      const linksFrom = (page: typeof root) =>
        path.startsWith('/Search')
          ? linksOf(page)
              .map((href) => href.replace(/#.*/, ''))
              .toSorted()
          : linksOf(page);
      const twin = await pageAt(site(), path);
      expect(attribute(twin, 'lang')).toBe('en-IN');
      const hindi = textsOf(twin).filter(({ text }) => /\p{Script=Devanagari}/u.test(text));
      expect([path, hindi.filter(({ lang }) => lang !== 'hi')]).toEqual([path, []]);
      const twins = linksFrom(twin).map((href) =>
        COMMON.test(href) ? href : `/hi${href}`.replace(/\/(?=#|$)/, ''),
      );
      expect([path, linksFrom(root)]).toEqual([
        path,
        path.startsWith('/Search') ? twins.toSorted() : twins,
      ]);
    }
    expect([...new Set(problems)]).toEqual([]);
  });
});

const WRONG = { name: '', email: 'no', phone: '12', message: 'x'.repeat(6_000), school: 'NEKPUR' };

/** A form of a Hindi page; `accept` is what a browser or its script asks for. */
function postContact(fields: object, accept: string) {
  return request(sample.url)
    .post('/hi/nekhpur/Contact')
    .set({ Origin: sample.url, Accept: accept })
    .type('form')
    .send(fields);
}

test('a form of a Hindi page has its errors in Hindi, with and without a script', async () => {
  const { text } = await postContact(WRONG, 'text/html').expect(422);
  const inPage = select(readPage(text), '.field-error');
  const { body } = await postContact(WRONG, 'application/json').expect(422);
  const inJson = Object.values((body as { errors: Record<string, string> }).errors);
  expect([inPage.length, inJson.length]).toEqual([4, 4]);
  const shown = inPage.flatMap((error) => textsOf(error).map((each) => each.text));
  for (const error of [...shown, ...inJson]) expect([error, englishIn(error)]).toEqual([error, []]);
});

test('a valid form of a Hindi page goes to the campus of the page, and leads back to it', async () => {
  const right = { name: 'आशा', email: 'asha@example.in', phone: '9876543210', message: 'नमस्ते' };
  const { headers } = await postContact(right, 'text/html').expect(303);
  expect(headers['location']).toMatch(/^\/hi\/nekhpur\/Contact\?sent=/);
  expect(sample.provider.received.at(-1)?.fields).toMatchObject({ ...right, school: 'NEKPUR' });
});

test('figures of Hindi pages are Devanagari where the school wants them so', async () => {
  const hindi = { numerals: 'devanagari' } as const;
  const site = await siteOfTest({
    content: (written) => ({ ...written, site: { ...written.site, hindi } }),
  });
  const root = await pageAt(site, '/hi/Events?year=2026');
  const figures = ['.filters-count', 'option', 'time'].flatMap((part) => select(root, part));
  figures.push(...select(await pageAt(site, '/hi/HomeFr'), '.carousel-place'));
  await untilSearchable(site);
  const choices = select(await pageAt(site, '/hi/Search?q=day&kind=events'), '.search-choice');
  expect(choices).toHaveLength(3);
  figures.push(...choices);
  const texts = figures.flatMap((figure) => textsOf(figure)).map(({ text }) => text);
  expect(texts.join(' ')).toMatch(/[०-९]/);
  expect(texts.filter((text) => /\d/.test(text))).toEqual([]);
  expect(allOf(root, 'body', 'data-texts')[0]).toContain('"digits":"०१२३४५६७८९"');
  const disclosure = await request(site.url).get('/hi/MandatoryDisclosure');
  expect(disclosure.text).toMatch(/<td[^>]*>१<\/td><th scope="row"/);
  const english = await pageAt(site, '/Events?year=2026');
  expect(textsOf(english).filter(({ text }) => /[०-९]/.test(text))).toEqual([]);
});

test('all texts of the code have their Hindi', async () => {
  const { hindi } = await loadContent(resolve('content'));
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('dev/'))
    .flatMap((file) => [...readFileSync(join('client', file), 'utf8').matchAll(SHOWN)])
    .map(([, single, double]) => (single ?? double ?? '').replace(/\\'/g, "'"))
    .filter((text) => /[a-z]/i.test(text.replace(/\{\w+\}/g, '')));
  expect(texts.length).toBeGreaterThan(200);
  for (const { name, plural, title, others, all } of Object.values(RECORD_KINDS))
    texts.push(name, plural, title, others, all);
  expect(texts.filter((text) => hindi?.texts[text] === undefined)).toEqual([]);
  for (const [english, own] of Object.entries(hindi?.texts ?? {}))
    expect([english, placesOf(own)]).toEqual([english, placesOf(english)]);
});

test('each Hindi text of the program is one of the code', () => {
  const sources = ['client', 'server', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll("\\'", "'")),
  );
  const code = sources.join('\n');
  expect(Object.keys(programTexts).filter((text) => !code.includes(text))).toEqual([]);
});

test('a Hindi text that the school has no use for is named, and no message of the platform', async () => {
  const rows = { 'No such text': 'कुछ नहीं', '<p>Dear parents,</p>': '<p>प्रिय अभिभावको,</p>' };
  const folder = contentWith({ 'hi/texts.csv': hindiTexts(rows) });
  const unused = (await hindiWarnings(folder))
    .map(formatProblem)
    .filter((each) => /such|Dear/.test(each));
  expect(unused).toEqual([
    'hi/texts.csv: nothing has the text "No such text": correct it, or remove its row',
  ]);
});

test('a text of the school without Hindi is named with the way to add it, stays English, and is no error', async () => {
  const { site: written } = await loadContent(contentFolder);
  const tiles = written.tiles.map((tile, at) => (at === 0 ? { ...tile, label: 'Planted' } : tile));
  const folder = contentWith({
    'site.json': JSON.stringify({ ...written, tiles }),
    'pages/bus.md': '---\ntitle: Bus\n---\nText.\n',
  });
  rmSync(join(folder, 'hi/pages/sports.nekpur.md'));
  expect((await hindiWarnings(folder)).map(formatProblem)).toEqual(
    expect.arrayContaining([
      'hi/texts.csv: add "Planted" with its Hindi; until then it is shown in English',
      'hi/pages/sports.nekpur.md: write the Hindi of pages/sports.nekpur.md; until then it is shown in English',
      'hi/pages/bus.md: write the Hindi of pages/bus.md; until then it is shown in English',
    ]),
  );
  expect(await contentErrors(folder)).toEqual([]);
  const { prose, hindi } = await loadContent(folder);
  expect(hindi?.content.prose.NEKPUR.sports).toEqual(prose.NEKPUR.sports);
});
