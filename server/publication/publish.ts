import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { listFolder, type Listing } from './list-folder.ts';
import { findChanges } from './find-changes.ts';
import { findReminders } from './find-reminders.ts';
import { RESULT_FILE } from './ignored-files.ts';
import { resultText, type Result } from './result-file.ts';
import { changedFiles, readPublished, SOURCES_FILE } from './published.ts';
import {
  folderOf,
  missingFile,
  PUBLICATIONS,
  pointerIn,
  readPointer,
  rejectedIn,
  type PublicationFacts,
  type Rejected,
} from './publication.ts';
import { PUBLICATION_LIMITS } from './publication-limits.ts';
import { withPublisherLock } from './publisher-lock.ts';
import { runMake, type MakeFailure } from './run-make.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { replacePublicFile, sync } from './write-files.ts';
import { formatProblem, type Problem } from '../content/problem.ts';
import { IS_BUILT, VERSION } from '../version.ts';
import { dayInIndia } from '../../shared/dates.ts';

const WORK = 'work-';

type PublishOptions = {
  /** The school's folder, CONTENT_DIR. */
  folder: string;
  dist: string;
  /** Publishes also what is published already. */
  isForced?: boolean;
  /** Checks the folder and publishes nothing. */
  isCheck?: boolean;
  /** The files of a folder that has not changed for some time; without it the folder is listed. */
  listing?: Listing;
};

export type Outcome =
  | Result
  | { kind: 'checked'; problems: Problem[] }
  | { kind: 'unchanged'; facts: PublicationFacts }
  /** The folder changed while it was read. */
  | { kind: 'changing' }
  /** Another process publishes. */
  | { kind: 'busy' };

/** Publishes the folder whole, or leaves what was published before, also when it is killed at any moment. */
export async function publish(options: PublishOptions): Promise<Outcome> {
  const folder = join(options.dist, PUBLICATIONS);
  await mkdir(folder, { recursive: true });
  const outcome = await withPublisherLock(folder, async () => {
    const work = join(folder, `${WORK}${process.pid}-${randomBytes(4).toString('hex')}`);
    try {
      await removeLeft(options.dist);
      await mkdir(work);
      return await publishIn(work, options);
    } finally {
      // What is left is removed later: it hides no outcome.
      await rm(work, { recursive: true, force: true }).catch(() => undefined);
    }
  });
  return outcome ?? { kind: 'busy' };
}

async function publishIn(work: string, options: PublishOptions): Promise<Outcome> {
  const { folder, dist, isForced = false, isCheck = false } = options;
  const [snapshot, target] = [join(work, 'snapshot'), join(work, 'target')];
  await Promise.all([mkdir(snapshot), mkdir(target)]);
  const listing = options.listing ?? (await listFolder(folder));
  const isTooMuch = listing.problems.some(({ file }) => file === '.');
  const taken = isTooMuch
    ? { source: 'too much', problems: listing.problems, files: {} }
    : await takeSnapshot(folder, snapshot, listing);
  if (taken === null) return { kind: 'changing' };
  const at = new Date().toISOString();
  const shown = await readPointer(dist).catch(() => null);
  const isWhole = shown !== null && missingFile(dist, shown) === undefined;
  const isShown = isWhole && shown.source === taken.source && isOfThisRelease(shown);
  if (!isForced && !isCheck && isShown) {
    await rm(rejectedIn(dist), { force: true });
    return { kind: 'unchanged', facts: shown };
  }
  const before = isWhole ? await readPublished(folderOf(dist, shown)) : null;
  const facts = { id: newId(at), at, source: taken.source };
  const previous = before?.folder ?? null;
  const made = isTooMuch
    ? { problems: [], facts: null }
    : await runMake({
        dist,
        work,
        snapshot,
        previous,
        facts,
        target: isCheck ? null : target,
      });
  const found =
    'failure' in made ? [problemOf(made, changedFiles(before, taken.files))] : made.problems;
  const problems = [...taken.problems, ...found];
  if (isCheck) return { kind: 'checked', problems };
  if ('failure' in made || made.facts === null || hasErrors(problems)) {
    await writeRejected(dist, { at, source: taken.source, errors: errorsOf(problems) });
    return { kind: 'rejected', at, source: taken.source, problems, shown };
  }
  await replacePublicFile(join(target, SOURCES_FILE), JSON.stringify(taken.files));
  const after = await readPublished(target);
  const reminders =
    before === null || after === null ? [] : findReminders(before, after, dayInIndia(new Date(at)));
  const result: Result = {
    kind: 'published',
    facts: made.facts,
    problems: [...reminders, ...problems],
    changes: findChanges(before, after),
  };
  // A publisher that is killed before it has told the office tells it later.
  await replacePublicFile(join(target, RESULT_FILE), resultText(result));
  await rename(target, folderOf(dist, facts));
  await sync(join(dist, PUBLICATIONS));
  // From here on a start runs it.
  await replacePublicFile(pointerIn(dist), JSON.stringify(made.facts));
  await rm(rejectedIn(dist), { force: true });
  return result;
}

/** The result of a folder that is published already: what its check warns of, and no change. */
export async function resultOfUnchanged(
  options: PublishOptions,
  facts: PublicationFacts,
): Promise<Result> {
  const checked = await publish({ ...options, isCheck: true });
  const problems = checked.kind === 'checked' ? checked.problems : [];
  return { kind: 'published', facts, problems, changes: [] };
}

function isOfThisRelease({ release }: PublicationFacts): boolean {
  return !IS_BUILT || release === VERSION;
}

function newId(at: string): string {
  return `${at.replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ level }) => level === 'error');
}

export function errorsOf(problems: readonly Problem[]): string[] {
  return problems.filter(({ level }) => level === 'error').map(formatProblem);
}

async function writeRejected(dist: string, rejected: Rejected): Promise<void> {
  await replacePublicFile(rejectedIn(dist), JSON.stringify(rejected));
}

/** The child cannot say which file it was: one that has changed. */
function problemOf({ failure, cause }: MakeFailure, changed: readonly string[]): Problem {
  const [file = '.', ...others] = changed;
  const values = {
    files: others.length === 0 ? file : changed.slice(0, 5).join(', '),
    minutes: String(PUBLICATION_LIMITS.readMs / 60_000),
    cause: /^\w*Error: .*$/m.exec(cause)?.[0] ?? 'unknown',
  };
  const texts = {
    memory:
      'needs too much memory: it unpacks to gigabytes. Make it anew, or remove it; one of: {files}',
    time: 'could not be read within {minutes} minutes. Make it anew, or remove it; one of: {files}',
    crash: 'could not be read ({cause}). Make it anew, or remove it; one of: {files}',
  } as const;
  return { file, text: texts[failure], values, level: 'error' };
}

/**
 * Removes what a killed publisher left, and publications that no instance runs any more: all but the one that is shown
 * and the one before it.
 */
async function removeLeft(dist: string): Promise<void> {
  const folder = join(dist, PUBLICATIONS);
  const shown = await readPointer(dist).catch(() => null);
  const entries = await readdir(folder, { withFileTypes: true });
  const publications = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(WORK))
    .map(({ name }) => name)
    .toSorted();
  // Those after the pointer were made by a publisher that was killed before it switched.
  const made = publications.filter((name) => shown !== null && name <= shown.id);
  await removeAllBut(folder, made.slice(-2));
}

/** What cannot be removed, as root has published it by hand, prevents no publication. */
async function removeAllBut(folder: string, kept: readonly string[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !kept.includes(entry.name))
      await rm(join(folder, entry.name), { recursive: true, force: true }).catch(() => undefined);
}

/** Removes the publication before, which instances may have run, once all have restarted. */
export async function removeRetired(dist: string): Promise<void> {
  if ((await readLasting(dist)) === null) return;
  const folder = join(dist, PUBLICATIONS);
  await withPublisherLock(folder, async () => {
    // Another process may have published since.
    const shown = await readLasting(dist);
    if (shown !== null) await removeAllBut(folder, [shown.id]);
  });
}

/** The publication that all instances run; null while some may run the one before. */
async function readLasting(dist: string): Promise<PublicationFacts | null> {
  const shown = await readPointer(dist).catch(() => null);
  const ageMs = Date.now() - Date.parse(shown?.at ?? '');
  return ageMs >= PUBLICATION_LIMITS.retiredMs ? shown : null;
}
