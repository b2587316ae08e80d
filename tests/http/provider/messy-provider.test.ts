import { expect, test } from 'vitest';
import { messyLists, type MessyRecord } from '../../support/messy-lists.ts';
import { jpeg, pdf } from '../../support/providers/files.ts';
import {
  addressesOf,
  allOf,
  openComplete,
  seenAttributes,
  select,
  textOf,
} from '../../support/read-page.ts';
import { sharedSite } from '../../support/site.ts';

const { bodies, records, nowhere } = messyLists();
const NOW = new Date('2026-06-15T06:00:00Z');
const PAGES = {
  FARRUKHABAD: ['/HomeFr', '/Events?year=All', '/News?year=All', '/Gallery?year=All', '/'],
  NEKPUR: [
    '/Home',
    '/nekhpur/Events?year=All',
    '/nekhpur/News?year=All',
    '/nekhpur/Gallery?year=All',
  ],
};
/** What a program prints where it has no value, and markup that shows as text. */
const RAW_VALUES =
  /\b(undefined|null|NaN|Invalid Date)\b|\[object |&(#\w+|[a-z]+\d?);|<\/?[a-z!]|owned/i;

const site = sharedSite({
  now: () => NOW,
  prewarm: true,
  providerHas: 'nothing',
  prepare(provider) {
    for (const [name, body] of bodies) provider.setList(name, body);
    provider.files = (path) => (path.endsWith('.PDF') ? pdf('Circular') : jpeg(path.length)).bytes;
  },
});

const open = (path: string) => openComplete(site.url + path);
const recordsOf = (list: string, school: string): MessyRecord[] =>
  records.filter((record) => record.list === list && record.school === school);
const countOf = (word: string, text: string) => text.split(word).length - 1;

test.each(Object.entries(PAGES))(
  'R-103 R-109 R-115 R-131 R-156: the lists of %s show each record of the campus once, with its day',
  async (school, [, ...lists]) => {
    for (const [index, list] of ['events', 'news', 'gallery'].entries()) {
      const page = await open(`${lists[index]}&show=100`);
      const cards = select(page, 'article');
      const expected = recordsOf(list, school);
      expect(cards).toHaveLength(expected.length);
      for (const { word, day } of expected) {
        const own = cards.filter((card) => countOf(word, textOf(card)) > 0);
        expect([word, own.length]).toEqual([word, 1]);
        const days = own.flatMap((card) => allOf(card, 'time', 'datetime'));
        expect([word, days[0]?.slice(0, 10) ?? null]).toEqual([word, day]);
      }
    }
  },
);

test.each(Object.entries(PAGES))(
  'R-156: the home page of %s shows each notice, registration, announcement and birthday of the campus',
  async (school, [home = '']) => {
    const text = textOf(await open(home));
    for (const list of ['notification', 'onlineRegistration', 'highlight', 'birthdays'])
      for (const { word } of recordsOf(list, school))
        expect([word, countOf(word, text) > 0]).toEqual([word, true]);
  },
);

test.each(Object.entries(PAGES))(
  'no page of %s shows a record of another school, markup, or what is no text',
  async (school, paths) => {
    const foreign = records.filter((record) => record.school !== school).map(({ word }) => word);
    for (const path of paths) {
      const page = await open(path);
      const seen = [textOf(page), ...seenAttributes(page)].filter(
        (text) => !/^(href|src|srcset)=.*&/.test(text),
      );
      for (const text of seen) {
        expect(RAW_VALUES.exec(text.replaceAll('5 < 6 and 7 > 3', ''))?.[0], path).toBeUndefined();
        // Both campuses have words on the page of the chooser.
        const others = path === '/' ? nowhere : [...nowhere, ...foreign];
        expect(others.filter((word) => text.includes(word))).toEqual([]);
      }
    }
  },
);

test('R-238: every picture and document of these pages is there, with its type', async () => {
  const pictures = new Set<string>();
  const documents = new Set<string>();
  for (const path of Object.values(PAGES).flat()) {
    const found = addressesOf(await open(path));
    for (const address of found.pictures) if (!address.startsWith('data:')) pictures.add(address);
    for (const address of found.links) if (address.endsWith('.PDF')) documents.add(address);
  }
  expect([pictures.size > 20, documents.size > 20]).toEqual([true, true]);
  for (const [addresses, type] of [
    [pictures, /^image\//],
    [documents, /^application\/pdf/],
  ] as const)
    for (const address of addresses) {
      const response = await fetch(site.url + address);
      await response.arrayBuffer();
      expect([address, response.status]).toEqual([address, 200]);
      expect(response.headers.get('content-type')).toMatch(type);
    }
});
