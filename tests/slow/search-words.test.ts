import { beforeAll, expect, test } from 'vitest';
import { createAddresses } from '../../client/addresses.ts';
import type { PageAddress } from '../../client/routes.tsx';
import { CAMPUSES, campusPath } from '../../shared/campuses.ts';
import { LANGUAGES, localPath } from '../../shared/languages.ts';
import { SOON } from '../support/effort.ts';
import { findHrefs, openComplete, select, textOf, type Element } from '../support/read-page.ts';
import { sharedSite } from '../support/site.ts';
import { untilSearchable } from '../support/until-searchable.ts';

const site = sharedSite({ now: () => new Date('2026-11-22T06:00:00Z') });

beforeAll(() => untilSearchable(site), 4 * SOON.timeout);

/** How many results a visitor looks at. */
const SEEN = 3;
const AMOUNT = /(?<![\d,])\d{1,3}(?:,\d{2,3})+(?![\d,])/g;
/** They lead to the home pages, which are searched. */
const ENTRANCES = new Set(['/', '/Campus']);
/** What has a page of its own, or is asked. */
const ELSEWHERE = ['article', '[data-unsearched]', 'form', 'dialog', 'nav'];

/** What a page shows: headings, telephone numbers and amounts. */
function namesOn(page: Element): string[] {
  const of = (tag: string) => {
    const others = new Set(ELSEWHERE.flatMap((outer) => select(page, `main ${outer} ${tag}`)));
    return select(page, `main ${tag}`).filter((element) => !others.has(element));
  };
  const headings = ['h1', 'h2', 'h3', 'caption'].flatMap(of).map(textOf);
  const phones = of('a[href^=tel:]').map((link) => textOf(link).replace(/^[^+\d]+/, ''));
  const amounts = of('td').flatMap((cell) => textOf(cell).match(AMOUNT) ?? []);
  return [...headings, ...phones, ...amounts];
}

/** The people of the tables whom a page names, and the leader whose page it is. */
function peopleOn(page: Element, { path, campus, language }: PageAddress): string[] {
  const text = textOf(select(page, 'main')[0]);
  const content = (language === 'hi' ? site.content.hindi?.content : undefined) ?? site.content;
  const { contacts, issuedCertificates } = content.office;
  const people = [...content.staff, ...contacts, ...issuedCertificates];
  return [
    ...people.map(({ person }) => person).filter((person) => text.includes(person)),
    ...Object.entries(content.site.campuses[campus].leaders).flatMap(([role, { name }]) =>
      path.endsWith(`/${role}Message`) ? [name] : [],
    ),
  ];
}

test.each(CAMPUSES.flatMap((campus) => LANGUAGES.map((language) => ({ campus, language }))))(
  'each heading, number, amount and person on a page of $campus in $language finds it among the first three',
  SOON,
  async ({ campus, language }) => {
    const { pages, pageAt } = createAddresses(site.content);
    const pathsOf = new Map<string, Set<string>>();
    const addresses = pages
      .filter(({ page }) => page.isIndexed && page.subject === null)
      .filter((address) => address.campus === campus && !ENTRANCES.has(address.path))
      .flatMap(({ path }) => pageAt(localPath(language, path)) ?? []);
    for (const address of addresses) {
      const page = await openComplete(site.url + address.path);
      for (const name of [...namesOn(page), ...peopleOn(page, address)])
        pathsOf.set(name, (pathsOf.get(name) ?? new Set()).add(address.path));
    }
    expect(pathsOf.size).toBeGreaterThan(100);
    for (const [name, paths] of pathsOf) {
      const hrefs = await findHrefs(site, name, localPath(language, campusPath(campus, 'Search')));
      const seen = hrefs.slice(0, SEEN).map((href) => href.replace(/#.*/, ''));
      // Some are on more pages than are looked at.
      const found = [...paths].filter((path) => seen.includes(path));
      expect(found.length, `${name}: ${seen.join()}`).toBeGreaterThanOrEqual(
        Math.min(paths.size, SEEN),
      );
    }
  },
);
