import { relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { contentFolder } from './content-folder.ts';
import { listFolder, type Listing } from './list-folder.ts';
import { hasErrors, publish, type Outcome } from './publish.ts';
import { loadPublication, PublicationError } from './publication.ts';
import { PUBLICATION_LIMITS } from './publication-limits.ts';
import { formatChange, RESULT_WORDS } from './result-words.ts';
import type { Environment } from '../config.ts';
import { formatProblem, type Problem } from '../content/problem.ts';

/** A folder that has not changed for that long is still. */
const STILL_MS = 2_000;
const POLL_MS = 200;

type Target = { dist: string };

/** Publishes the school's folder into a build, and prints what it finds. @returns whether it is published */
export async function publishForBuild(
  { dist }: Target,
  environment: Environment,
): Promise<boolean> {
  const folder = contentFolder(environment);
  const outcome = await publishWhenStill({ folder, dist, isForced: true });
  switch (outcome.kind) {
    case 'published':
      printProblems(folder, outcome.problems);
      for (const change of outcome.changes)
        print(formatChange(change, RESULT_WORDS.en), change.kind === 'loss');
      return true;
    case 'rejected':
      printProblems(folder, outcome.problems);
      return false;
    case 'busy':
      print('another process publishes: try again');
      return false;
    default:
      print(`${folder} changes all the time: try again when nobody writes to it`);
      return false;
  }
}

/** Of an `npm start` with a folder that is not published. @returns whether it can run what was published before */
export function printShown({ dist }: Target): boolean {
  try {
    const { id, at } = loadPublication(dist);
    print(`the site starts with what was published before: ${id} (${at})`, true);
    return true;
  } catch (error) {
    if (error instanceof PublicationError) return false;
    throw error;
  }
}

/** `npm run check:content`. @returns whether there are no errors */
export async function checkForBuild({ dist }: Target, environment: Environment): Promise<boolean> {
  const folder = contentFolder(environment);
  const outcome = await publishWhenStill({ folder, dist, isCheck: true });
  if (outcome.kind !== 'checked') return false;
  printProblems(folder, outcome.problems);
  return !hasErrors(outcome.problems);
}

/** Of a folder that changes all the time it is `changing`, while another process publishes for that long `busy`. */
export async function publishWhenStill(options: Parameters<typeof publish>[0]): Promise<Outcome> {
  const end = performance.now() + PUBLICATION_LIMITS.waitMs;
  let outcome: Outcome = { kind: 'changing' };
  while (['changing', 'busy'].includes(outcome.kind) && performance.now() < end) {
    const listing = await listWhenStill(options.folder, end);
    if (listing !== null) outcome = await publish({ ...options, listing });
    if (outcome.kind === 'busy') await setTimeout(POLL_MS);
  }
  return outcome;
}

async function listWhenStill(folder: string, end: number): Promise<Listing | null> {
  for (;;) {
    const listing = await listFolder(folder);
    const age = Date.now() - listing.changedMs;
    // Of a clock that is ahead, the age is not known.
    if (age >= STILL_MS || age < 0) return listing;
    if (performance.now() > end) return null;
    await setTimeout(POLL_MS);
  }
}

function printProblems(folder: string, problems: readonly Problem[]): void {
  for (const problem of problems) print(formatProblem(problem), problem.level === 'error');
  const { length: errors } = problems.filter(({ level }) => level === 'error');
  const name = `${relative('.', folder) || '.'}/`;
  print(errors === 0 ? `${name} is complete` : `${name} has ${errors} errors`);
}

function print(line: string, isError = false): void {
  (isError ? process.stderr : process.stdout).write(`${line}\n`);
}
