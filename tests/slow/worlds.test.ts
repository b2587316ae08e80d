import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareCards, countOf, type Fact } from '../support/compare-records.ts';
import {
  addressesOf,
  oneLine,
  readPage,
  seenAttributes,
  select,
  textOf,
} from '../support/read-page.ts';
import {
  Fetched,
  homeOf,
  openPage,
  pagesOf,
  pathOf,
  startMessyWorld,
  type World,
} from '../support/world.ts';
import {
  LIST_NAMES,
  SCHOOLS,
  type ExpectedRecord,
  type ListName,
  type School,
} from '../support/providers/expected.ts';

const LIST_PAGES: readonly [segment: string, list: ListName, shown: readonly Fact[]][] = [
  ['Events', 'events', ['date', 'picture', 'document']],
  ['News', 'news', ['date', 'document']],
  ['Gallery', 'gallery', ['date', 'picture', 'link']],
];
/** What a home page has in full. */
const HOME_PARTS: readonly [list: ListName, items: string, shown: readonly Fact[]][] = [
  ['notification', '[data-section=notices] li', ['picture', 'document', 'link']],
  ['onlineRegistration', '[aria-label^=Online] li', ['picture', 'document', 'link']],
  ['highlight', '[aria-label=Announcement] li', ['picture', 'document', 'link']],
  ['birthdays', '[data-section=birthdays] li', ['picture', 'link']],
];
const OFFICES = [
  ['PrincipalMessage', 'principal'],
  ['ChairmanMessage', 'chairman'],
  ['ChairpersonMessage', 'vice principal'],
  ['AcademicHeadMessage', 'manager'],
] as const;
/** What a program prints where it has no value, and markup that shows as text. */
const RAW_VALUES = /\b(undefined|null|NaN|Invalid Date)\b|\[object |&(#\w+|[a-z]+\d?);|<\/?[a-z!]/i;

describe('with a messy provider', () => {
  let world: World;
  let fetched: Fetched;

  beforeAll(async () => {
    world = await startMessyWorld();
    fetched = new Fetched(world.site);
  });

  afterAll(() => world.close());

  const expectedOf = (list: ListName, school: School) => world.provider.expected(list, school);

  describe.each(SCHOOLS)('%s', (school) => {
    test.each(LIST_PAGES)(
      'R-103 R-109 R-112 R-115 R-131 R-135 R-156: %s shows every record of its campus once, as a reader expects it',
      async (segment, list, shown) => {
        const page = await openPage(world.site, `${pathOf(school, segment)}?year=All&show=600`);
        const cards = select(page, 'article');
        const expected = expectedOf(list, school);
        expect(await compareCards(cards, expected, { shown, fetched })).toEqual([]);
        expect(cards).toHaveLength(expected.records.length);
        expect(textOf(page)).toMatch(
          new RegExp(`Total (Count|Categories):? ${expected.records.length}\\b`),
        );
      },
    );

    test('the home page shows every notice, registration, announcement and birthday once, and nothing of the other campus', async () => {
      const page = await openPage(world.site, homeOf(school));
      for (const [list, items, shown] of HOME_PARTS) {
        const expected = expectedOf(list, school);
        const problems = await compareCards(select(page, items), expected, { shown, fetched });
        expect(problems, list).toEqual([]);
      }
      const text = textOf(page);
      const foreign = LIST_NAMES.flatMap((list) => expectedOf(list, school).nowhere);
      expect(foreign.filter((mark) => countOf(mark, text) > 0)).toEqual([]);
    });

    test('the home page has events, news and albums of its campus, each once', async () => {
      const page = await openPage(world.site, homeOf(school));
      for (const [section, list] of [
        ['events', 'events'],
        ['news', 'news'],
        ['gallery', 'gallery'],
      ] as const) {
        const text = select(page, `[data-section=${section}]`).map(textOf).join(' ');
        const marks = expectedOf(list, school).records.flatMap(({ mark }) => mark ?? []);
        const counts = [...new Set(marks)].map((mark) => countOf(mark, text));
        expect(counts.filter((count) => count > 0).length, section).toBeGreaterThan(2);
        expect(Math.max(...counts), section).toBeLessThanOrEqual(2);
      }
    });

    test.each(OFFICES)('R-138 R-140: %s has its own message or ours', async (segment, office) => {
      const page = await openPage(world.site, pathOf(school, segment));
      const { records, nowhere } = expectedOf('principalMessage', school);
      const record = records.find(({ about }) => about.toLowerCase().startsWith(office));
      const mains = select(page, 'main');
      const isBuiltIn = record === undefined || record.mark === null;
      // The built-in text has a quotation and a sign-off.
      const problems = isBuiltIn
        ? mains
            .filter((main) => select(main, 'blockquote').length === 0)
            .map((main) => `no built-in text: ${textOf(main)}`)
        : await compareCards(
            mains,
            { records: [record], nowhere },
            { shown: ['picture'], fetched },
          );
      expect(problems).toEqual([]);
      expect(mains).toHaveLength(1);
    });

    test('R-118 R-123 R-129: every album with an id has its page with all its photos', async () => {
      const { records } = expectedOf('gallery', school);
      const problems: string[] = [];
      const ids = records.flatMap(({ albumId }) => albumId ?? []);
      async function checkPage({ about, albumId, mark, pictures }: ExpectedRecord): Promise<void> {
        if (albumId === null || albumId === '') return;
        const path = `${pathOf(school, 'SubGallery')}?id=${encodeURIComponent(albumId)}`;
        const { status, bytes } = await fetched.get(path);
        if (status !== 200) problems.push(`${about}: ${path} is ${status}`);
        // Two albums with one id have one page between them.
        if (status !== 200 || ids.filter((other) => other === albumId).length > 1) return;
        const [main] = select(readPage(bytes.toString()), 'main');
        if (main === undefined || (mark !== null && countOf(mark, textOf(main)) === 0))
          problems.push(`${about}: ${path} does not print its text`);
        const files = main === undefined ? [] : await fetched.originals(main);
        if (files.toSorted().join() !== pictures.toSorted().join())
          problems.push(`${about}: ${path} has other photos`);
      }
      await Promise.all(records.map(checkPage));
      expect(problems).toEqual([]);
    });

    test('no page prints what is no text', async () => {
      const found: string[] = [];
      const expected = LIST_NAMES.flatMap((list) => expectedOf(list, school).records)
        .flatMap(({ texts }) => texts.map(oneLine))
        .filter((text) => RAW_VALUES.test(text));
      for (const path of pagesOf(school)) {
        const page = await openPage(world.site, path);
        const seen = [textOf(page), ...seenAttributes(page)].map((text) =>
          expected.reduce((rest, known) => rest.replaceAll(known, ''), text),
        );
        for (const text of seen) {
          const hit = RAW_VALUES.exec(text);
          if (hit !== null && !/^(href|src|srcset)=.*&/.test(text)) {
            found.push(`${path}: …${text.slice(Math.max(0, hit.index - 60), hit.index + 60)}…`);
          }
        }
      }
      expect(found).toEqual([]);
    });

    test('every picture and document of every page is there, with the right type', async () => {
      const problems: string[] = [];
      const pictures = new Set<string>();
      const links = new Set<string>();
      for (const path of pagesOf(school)) {
        const found = addressesOf(await openPage(world.site, path));
        // Of a picture's widths the narrowest stands for all; one original makes them all.
        for (const address of found.pictures) {
          if (!/\?w=(?!160$)|^data:/.test(address)) pictures.add(address);
        }
        for (const address of found.links) if (address.startsWith('/')) links.add(address);
      }
      async function check(address: string, statuses: number[], types: RegExp): Promise<void> {
        const { status, type } = await fetched.get(address);
        if (!statuses.includes(status) || !types.test(type))
          problems.push(`${address} is ${status} ${type}`);
      }
      await Promise.all([...pictures].map((address) => check(address, [200], /^image\//)));
      const FILES = /^(image\/|application\/pdf)/;
      for (const address of links) {
        const types = address.startsWith('/api/image/') ? FILES : /^(?!image\/)/;
        await check(address.split('#')[0] ?? '', [200, 301, 302, 307, 308], types);
      }
      expect(problems).toEqual([]);
      expect(pictures.size).toBeGreaterThan(20);
    });
  });
});

describe('with 5,000 news more', () => {
  const MANY = 5_000;
  let world: World;

  beforeAll(async () => {
    world = await startMessyWorld({ manyNews: MANY });
  });
  afterAll(() => world.close());

  test('R-131 R-156: a list of 5,000 more records shows each once, and stays while the provider sends pages', async () => {
    const { records } = world.provider.expected('news', 'FARRUKHABAD');
    const many = records.flatMap(({ about, mark }) =>
      about.endsWith('one of many') ? (mark ?? []) : [],
    );
    expect(many).toHaveLength(MANY);
    await (await fetch(`${world.site.url}/News?year=All&show=6000`)).text();
    world.provider.startMaintenance();
    const page = await openPage(world.site, '/News?year=All&show=6000');
    const cards = select(page, 'article');
    expect(cards).toHaveLength(records.length);
    const words = new Map<string, number>();
    for (const word of cards.flatMap((card) => textOf(card).split(' '))) {
      words.set(word, (words.get(word) ?? 0) + 1);
    }
    expect(many.filter((mark) => words.get(mark) !== 1)).toEqual([]);
    expect(countOf(String(records.length), textOf(page))).toBeGreaterThan(0);
    expect(select(page, '[role=alert]')).toEqual([]);
  });
});
