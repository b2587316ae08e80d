import SearchableMap from 'minisearch/SearchableMap';
import type { PageAddress } from '../../client/routes.tsx';
import { campusPath, pathSpellings, type Campus } from '../../shared/campuses.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';

const MAX_SUGGESTIONS = 4;

/** Longer addresses resemble no page; in characters. */
const MAX_COMPARED = 80;

/** Shortest name that is searched for in another, in characters. */
const MIN_CONTAINED = 4;

const FILE_EXTENSION = /\.(html?|php|aspx?|jsp)$/;

/**
 * The pages of a campus with names or titles similar to an address without a page, nearest first: `/admision`,
 * `/contact-us.html` and `/about/vision` lead to Admission, Contact and Vision.
 */
export function nearestPages(
  pages: readonly PageAddress[],
  campus: Campus,
  pathname: string,
): PageAddress[] {
  const requested = requestedNames(pathname, campus);
  return pages
    .filter(({ campus: of, page }) => of === campus && page.subject === null && !page.isEntrance)
    .map((address) => ({ address, distance: measureDistance(requested, pageNames(address)) }))
    .filter(({ distance }) => distance !== null)
    .toSorted((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ address }) => address);
}

/** Each segment of an address, and all together. */
function requestedNames(pathname: string, campus: Campus): string[] {
  if (pathname.length > MAX_COMPARED) return [];
  const decoded = (percentDecoded(pathname) ?? pathname).toLowerCase();
  const prefix = pathSpellings(campus, campusPath(campus, '')).find((each) =>
    `${decoded}/`.startsWith(each),
  );
  const path = decoded.slice(prefix?.length).replace(FILE_EXTENSION, '');
  const names = [...path.split('/'), path].map(onlyLetters);
  return [...new Set(names)].filter((name) => name !== '');
}

function pageNames({ path, page }: PageAddress): string[] {
  return [path.slice(path.lastIndexOf('/') + 1), page.title].map((name) =>
    onlyLetters(name.toLowerCase()),
  );
}

function onlyLetters(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Letters by which the two most similar names differ; null when none are similar. */
function measureDistance(requested: readonly string[], names: readonly string[]): number | null {
  const tree = SearchableMap.from(names.map((name) => [name, name]));
  const near = requested.flatMap((one) => {
    const shorter = (other: string) => Math.min(one.length, other.length);
    const contained = names.filter(
      (other) => shorter(other) >= MIN_CONTAINED && (one.includes(other) || other.includes(one)),
    );
    const similar = [...tree.fuzzyGet(one, Math.ceil(one.length / 3)).values()].filter(
      ([other, distance]) => distance <= Math.ceil(shorter(other) / 3),
    );
    return [
      ...contained.map((other) => (one === other ? 0 : 1)),
      ...similar.map(([, distance]) => distance),
    ];
  });
  return near.length === 0 ? null : Math.min(...near);
}
