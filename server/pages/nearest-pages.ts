import { distance } from 'fastest-levenshtein';
import type { PageAddress } from '../../client/routes.tsx';
import type { Campus } from '../../shared/campuses.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';

const MAX_SUGGESTIONS = 4;

/** Longest address that is compared, in characters: a longer one resembles no page. */
const MAX_COMPARED = 80;

/** Shortest name that is looked for within another, in characters. */
const MIN_CONTAINED = 4;

const CAMPUS_PREFIX = /^\/nekh?pur(?=\/|$)/;
const FILE_EXTENSION = /\.(html?|php|aspx?|jsp)$/;

/**
 * The pages of a campus whose names or titles are nearest to what an address without a page asks for,
 * nearest first: `/admision`, `/contact-us.html` and `/about/vision` lead to Admission, Contact and Vision.
 */
export function nearestPages(
  pages: readonly PageAddress[],
  campus: Campus,
  pathname: string,
): PageAddress[] {
  const asked = namesAsked(pathname);
  return pages
    .filter(({ campus: of, page }) => of === campus && page.subject === null && !page.isEntrance)
    .map((address) => ({ address, apart: howFarApart(asked, namesOf(address)) }))
    .filter(({ apart }) => apart !== null)
    .toSorted((a, b) => (a.apart ?? 0) - (b.apart ?? 0))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ address }) => address);
}

/** What an address may mean: each of its segments, and all of them together. */
function namesAsked(pathname: string): string[] {
  if (pathname.length > MAX_COMPARED) return [];
  const path = (percentDecoded(pathname) ?? pathname)
    .toLowerCase()
    .replace(CAMPUS_PREFIX, '')
    .replace(FILE_EXTENSION, '');
  const names = [...path.split('/'), path].map(lettersOf);
  return [...new Set(names)].filter((name) => name !== '');
}

function namesOf({ path, page }: PageAddress): string[] {
  return [path.slice(path.lastIndexOf('/') + 1), page.title].map((name) =>
    lettersOf(name.toLowerCase()),
  );
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** How many letters the nearest two names differ in; null where none are near. */
function howFarApart(asked: readonly string[], names: readonly string[]): number | null {
  const near = asked.flatMap((one) =>
    names.flatMap((other) => {
      const shorter = Math.min(one.length, other.length);
      if (shorter >= MIN_CONTAINED && (one.includes(other) || other.includes(one)))
        return one === other ? 0 : 1;
      const apart = distance(one, other);
      return apart <= Math.ceil(shorter / 3) ? apart : [];
    }),
  );
  return near.length === 0 ? null : Math.min(...near);
}
