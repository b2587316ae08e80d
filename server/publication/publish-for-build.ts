import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { contentFolder } from './content-folder.ts';
import { listFolder, type Listing } from './list-folder.ts';
import { hasErrors, publish, type Outcome } from './publish.ts';
import { loadPublication, PublicationError, PUBLICATIONS } from './publication.ts';
import { PUBLICATION_LIMITS } from './publication-limits.ts';
import { formatChange, RESULT_WORDS } from './result-words.ts';
import type { Environment } from '../config.ts';
import { formatProblem, type Problem } from '../content/problem.ts';
import { findInstallation } from '../installation.ts';

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
  const owner = await otherOwner(folder, environment);
  if (owner !== null) return await publishAs(owner, { folder, dist });
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

type Owner = { uid: number; gid: number };

/** Who owns the school's folder, for root on a server: it must not read what others write. */
async function otherOwner(folder: string, environment: Environment): Promise<Owner | null> {
  if (findInstallation(environment) === null) return null;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? null : { uid, gid };
}

/** Publishes as that user, by the command of the publisher. */
async function publishAs(
  owner: Owner,
  { folder, dist }: Target & { folder: string },
): Promise<boolean> {
  const publications = join(dist, PUBLICATIONS);
  await mkdir(publications, { recursive: true });
  // As deploy/gis-site-publish.service does. It follows no symbolic links.
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, publications]);
  const child = spawn(process.execPath, [join(dist, 'server/publish.js'), '--once'], {
    ...owner,
    cwd: dist,
    env: { CONTENT_DIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code]: unknown[] = await once(child, 'close');
  return code === 0;
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
