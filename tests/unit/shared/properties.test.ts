import * as fc from 'fast-check';
import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { jsonForHtml } from '../../../client/island.tsx';
import { readList } from '../../../server/provider/read-rows.ts';
import { readFile } from '../../../server/provider/read-files.ts';
import { ProviderError } from '../../../server/provider/provider-error.ts';
import { filePath, targetUrl } from '../../../server/provider/target-url.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { daysAfter } from '../../../shared/dates.ts';
import { applyFilters, resolveFilters, type Filterable } from '../../../shared/filters.ts';
import { fileUrl, isExternal, safeLink } from '../../../shared/links.ts';
import { fieldNames, LIST_NAMES } from '../../../shared/records/provider-lists.ts';
import { percentDecoded } from '../../../shared/percent-decoded.ts';
import { readSearch, searchString, type SearchKey } from '../../../shared/query-params.ts';
import { holds } from '../../support/holds.ts';
import { anyJson, providerTexts } from '../../support/provider-texts.ts';
import { nodesOf } from '../../support/read-page.ts';

const PROVIDER = 'https://platform.example.org/v2';

/** Texts of every sort of unit, and those that end or open something in HTML. */
const htmlTexts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'</script|</SCRIPT>|<script>|<!--|-->|]]>|<![CDATA[|<|>|&'.split('|'),
        ...'&lt;/script&gt;|\\u003c/script>|\\|"|\'|\u2028|\u2029|\ud800|\0'.split('|'),
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('JSON in HTML', () => {
  const values = fc.anything({
    key: htmlTexts,
    values: [htmlTexts, fc.integer(), fc.boolean(), fc.constant(null)],
    maxDepth: 4,
    maxKeys: 3,
    depthSize: 'max',
  });

  test('S5: every value is read back unchanged, and none ends or opens an element', () =>
    holds(
      fc.property(values, (value) => {
        const json = jsonForHtml(value);
        expect(JSON.parse(json)).toEqual(value);
        expect(json).not.toMatch(/<\/script|<!--|[<>&\u2028\u2029]/i);
        expect(json.isWellFormed()).toBe(true);
        const page = parse(`<head><script type="application/json">${json}</script></head>end`);
        const texts = nodesOf(page).flatMap((node) => ('value' in node ? node.value : []));
        expect(texts).toEqual([json, 'end']);
      }),
      { runs: 400 },
    ));
});

describe('records of the provider', () => {
  const FIELDS = [
    ...new Set(LIST_NAMES.flatMap((name) => fieldNames(name, 'pictures', 'documents'))),
  ];
  const KEYS = [
    ...FIELDS,
    'data',
    '_id',
    'id',
    '$oid',
    '$date',
    'title',
    'name',
    'category',
  ].concat('school date fromDate time url path message description venue'.split(' '));

  /** Reads a response into records, and checks that each is safe. */
  async function read(name: (typeof LIST_NAMES)[number], body: unknown): Promise<boolean> {
    const parsed = await readList(name, body, { base: PROVIDER }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    });
    if (parsed === undefined) return false;
    // Rows are stored on the disk, and read again.
    const stored: unknown = JSON.parse(JSON.stringify(parsed.rows));
    const again = await readList(name, stored, { base: PROVIDER });
    expect(again.rows).toEqual(parsed.rows);
    for (const campus of CAMPUSES) for (const record of parsed.records[campus]) expectSafe(record);
    return true;
  }

  function expectSafe(record: object): void {
    expect(JSON.stringify(record).isWellFormed()).toBe(true);
    for (const [field, value] of Object.entries(record)) {
      const links = ['link', 'download'].includes(field) && value !== null ? [String(value)] : [];
      for (const link of links) expect([link, safeLink(link)]).toEqual([link, link]);
      if (field === 'day' && value !== null) expect(value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  }

  test('no JSON of any kind is an exception, and a list of it is a list', () =>
    holds(
      fc.asyncProperty(fc.constantFrom(...LIST_NAMES), anyJson(KEYS), async (name, body) => {
        await read(name, body);
        const readable = { title: 'Holiday', name: 'Aarav' };
        expect(await read(name, [body, readable])).toBe(true);
      }),
      { runs: 600 },
    ));
});

describe('filters', () => {
  const KEYS: readonly SearchKey[] = ['year', 'month', 'q'];
  const EVERYTHING = { year: 'All', month: 'All', undated: true } as const;
  const days = fc
    .record({ year: fc.integer({ min: 2024, max: 2027 }), at: fc.integer({ min: 0, max: 365 }) })
    .map(({ year, at }) => daysAfter(`${year}-01-01`, at));
  const titles = fc.oneof(
    fc.constantFrom('Annual Day', 'annual day', 'क़लम', 'STRASSE', 'straße', 'ΟΔΟΣ', 'σς ıİﬁ', ''),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const items: fc.Arbitrary<Filterable[]> = fc.array(
    fc.record({ title: titles, day: fc.option(days, { freq: 5 }) }),
    { maxLength: 12 },
  );
  /** As typed into the address or the form. */
  const queries = fc
    .record(
      {
        year: fc.oneof(fc.constantFrom('All', '2025', '2026', '1899', '02026'), providerTexts),
        month: fc.oneof(fc.constantFrom('All', '1', '12', '13', '03'), providerTexts),
        // Some are longer than the limit.
        q: fc.oneof(
          titles,
          providerTexts,
          fc.string({ unit: fc.constantFrom('a', ' '), minLength: 70, maxLength: 90 }),
        ),
        other: providerTexts,
      },
      { requiredKeys: [] },
    )
    .map((query) => new URLSearchParams(query).toString());
  const pages = fc.record({ query: queries, items, today: days });

  test('R-183 to R-188, R-219: the browser shows the same records as the server, from the page and its address', () =>
    holds(
      fc.property(pages, ({ query, items: all, today }) => {
        const search = readSearch(new URLSearchParams(query), KEYS);
        const filters = resolveFilters(search, all, today);
        // The records in the page, and the address as the browser writes it.
        const carried = JSON.parse(jsonForHtml(all)) as Filterable[];
        const address = new URL(searchString(search), 'https://school.example/News');
        const there = readSearch(address.searchParams, KEYS);
        expect(there).toEqual(search);
        expect(searchString(there)).toBe(searchString(search));
        expect(resolveFilters(there, carried, today)).toEqual(filters);
        expect(applyFilters(carried, filters)).toEqual(applyFilters(all, filters));
      }),
      { runs: 300 },
    ));

  test('R-219: every part of a title finds it, in its own, upper and lower case', () =>
    holds(
      fc.property(titles, fc.nat(20), (title, start) => {
        const part = Array.from(title)
          .slice(start, start + 4)
          .join('');
        for (const q of [part, part.toUpperCase(), part.toLowerCase()])
          expect([q, applyFilters([{ title, day: null }], { ...EVERYTHING, q }).length]).toEqual([
            q,
            1,
          ]);
      }),
      { runs: 400 },
    ));
});

describe('addresses', () => {
  const paths = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...'/api|/image|/|//|..|/..|/.|%2e|%2E%2e|%2f|%5c|\\|;x'.split('|'),
          ...'%252e|%00|%0a|\n|\0|@|:|?|#|?id=|/api/subGallery?id='.split('|'),
          ...'http://|https://evil.example|//evil.example|\uff0e\uff0e|\u2024| |.'.split('|'),
        ),
        fc.string({ unit: 'binary', maxLength: 4 }),
        fc.webPath(),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''));
  const bases = fc.constantFrom('https://platform.example.org', 'http://10.0.0.7:8080/school/v2/');

  /** The address of a call, or null if the guard rejects it. */
  function guarded(base: string, path: string): URL | null {
    try {
      return targetUrl(base, path);
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'refused-path') return null;
      throw error;
    }
  }

  /** Problems of a call's address: no decoding or normalisation may lead up or to another host. */
  function waysOut(base: string, path: string, url: URL): string[] {
    const expected = `${base.replace(/\/$/, '')}${path}`;
    const problems = url.href === expected ? [] : [url.href];
    if (url.origin !== new URL(base).origin) problems.push(url.origin);
    problems.push(...[url.username, url.password, url.hash].filter((part) => part !== ''));
    let decoded: string | null = url.pathname;
    for (let round = 0; round < 3 && decoded !== null; round += 1) {
      if (decoded.normalize('NFKC').split(/[/\\]/).includes('..')) problems.push(decoded);
      decoded = percentDecoded(decoded);
    }
    return problems;
  }

  test('S6: with any path, a call goes to the provider’s origin and prefix to the byte, or nowhere', () =>
    holds(
      fc.property(
        bases,
        fc.oneof(
          paths,
          paths.map((path) => `/api/${path}`),
        ),
        (base, path) => {
          const url = guarded(base, path);
          expect(url === null ? [] : waysOut(base, path, url)).toEqual([]);
        },
      ),
      { runs: 1_000 },
    ));

  const named = fc.oneof(paths, providerTexts, fc.webUrl());

  test('S6: a file of the provider is below the call for files, there and here, and reading it again changes nothing', () =>
    holds(
      fc.property(bases, named, (base, text) => {
        const file = readFile(text, base);
        fc.pre(file !== null && !isExternal(file));
        expect(readFile(file, base)).toBe(file);
        const url = guarded(base, filePath(file));
        expect([file, url && waysOut(base, filePath(file), url)]).toEqual([file, []]);
        const own = new URL(fileUrl(file), 'https://school.example');
        expect(own.href).toBe(`https://school.example${fileUrl(file)}`);
        expect(own.pathname.startsWith('/api/image/')).toBe(true);
        expect(percentDecoded(own.pathname.slice('/api/image/'.length))).toBe(file);
      }),
      { runs: 800 },
    ));

  test('S4: a file elsewhere is a link of http or https, and reading it again changes nothing', () =>
    holds(
      fc.property(bases, named, (base, text) => {
        const file = readFile(text, base);
        fc.pre(file !== null && isExternal(file));
        expect(readFile(file, base)).toBe(file);
        expect([file, safeLink(file)]).toEqual([file, file]);
        expect(new URL(file).host).not.toBe(new URL(base).host);
      }),
      { runs: 200 },
    ));

  test('S4: from any text, a link leads to http, https, mailto, tel or this site, or is rejected', () =>
    holds(
      fc.property(fc.oneof(paths, providerTexts, fc.webUrl(), fc.string()), (text) => {
        const link = safeLink(text);
        fc.pre(link !== null);
        const url = new URL(link, 'https://school.example/News');
        const isOurs = url.origin === 'https://school.example';
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(url.protocol);
        expect([link, isOurs || !link.startsWith('/')]).toEqual([link, true]);
        expect(safeLink(link)).toBe(link);
      }),
      { runs: 1_000 },
    ));
});
