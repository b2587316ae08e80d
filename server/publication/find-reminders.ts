import * as z from 'zod/mini';
import { changedFiles, type Published } from './published.ts';
import { warning, type Finding, type Problem } from '../content/problem.ts';
import type { Day } from '../../shared/dates.ts';
import { pictureKey } from '../../shared/pictures.ts';
import { PROSE_NAMES } from '../../shared/prose.ts';

const PAGE = /^pages\/(.+)\.(?:md|docx)$/i;
const MESSAGES = PROSE_NAMES.filter((name) => name.endsWith('-message'));
const LEADER_PAGE = new RegExp(String.raw`^pages/(?:${MESSAGES.join('|')})\.`);

const leaderSchema = z.object({ name: z.string(), designation: z.string(), photo: z.string() });

/** A part of the content, which another release may have written. */
const contentSchema = z.object({
  office: z.object({
    documents: z.array(z.object({ file: z.string(), published: z.string() })),
  }),
  site: z.object({
    campuses: z.record(z.string(), z.object({ leaders: z.record(z.string(), leaderSchema) })),
  }),
});

/** What a change asks for in another place, which the folder alone does not show. */
export function findReminders(before: Published, after: Published, today: Day): Problem[] {
  const files = changedFiles(before, after.sources);
  const replaced = files.filter((file) => before.sources[file] !== undefined);
  return [
    ...replaced.flatMap((page) => staleHindi(page, before, after)),
    ...staleDays(replaced, { before, after, today }),
    ...leaderReminders(files, before, after),
  ];
}

/** Hindi pages that stay as they are while their English changes. */
function staleHindi(page: string, before: Published, after: Published): Problem[] {
  const name = PAGE.exec(page)?.[1];
  if (name === undefined) return [];
  return ['md', 'docx']
    .map((kind) => `hi/pages/${name}.${kind}`)
    .filter(
      (file) => after.sources[file] !== undefined && after.sources[file] === before.sources[file],
    )
    .map((file) =>
      warning(file, {
        text: 'is as before, but {page} has changed: change it too where the meaning is another',
        values: { page },
      }),
    );
}

/** PDFs that are replaced while their day stays. */
function staleDays(
  replaced: readonly string[],
  { before, after, today }: { before: Published; after: Published; today: Day },
): Problem[] {
  const days = (published: Published) =>
    new Map(factsOf(published)?.office.documents.map(({ file, published: day }) => [file, day]));
  const [old, current] = [days(before), days(after)];
  return replaced.flatMap((file) => {
    const name = file.replace(/^files\//, '');
    const day = current.get(name);
    return day === undefined || day !== old.get(name) || day >= today
      ? []
      : warning(file, {
          text: 'has changed, but its day in the table documents is still {day}: write the day of the new one',
          values: { day },
        });
  });
}

const LEADER: Finding = {
  text: 'what the platform has of this leader comes first: change it there too',
};

/** The publisher has no access to the platform, whose records precede the folder's. */
function leaderReminders(files: readonly string[], before: Published, after: Published): Problem[] {
  const leaders = leadersOf(after);
  const old = leadersOf(before);
  const photos = new Set([...leaders.values()].map(({ photo }) => pictureKey(`pictures/${photo}`)));
  return [
    ...files
      .filter((file) => LEADER_PAGE.test(file) || photos.has(pictureKey(file)))
      .map((file) => warning(file, LEADER)),
    ...[...leaders]
      .filter(([place, leader]) => {
        const known = old.get(place);
        return known !== undefined && JSON.stringify(known) !== JSON.stringify(leader);
      })
      .map(([place]) => warning('site.json', { place, ...LEADER })),
  ];
}

function leadersOf(published: Published) {
  const campuses = Object.entries(factsOf(published)?.site.campuses ?? {});
  return new Map(
    campuses.flatMap(([campus, { leaders }]) =>
      Object.entries(leaders).map(
        ([role, leader]) => [`campuses.${campus}.leaders.${role}`, leader] as const,
      ),
    ),
  );
}

function factsOf({ content }: Published) {
  return contentSchema.safeParse(content).data;
}
