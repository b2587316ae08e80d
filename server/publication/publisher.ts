import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { RESULT_FILE } from './ignored-files.ts';
import { listFolder, stateOf, type Listing } from './list-folder.ts';
import { errorsOf, publish, removeRetired, resultOfUnchanged } from './publish.ts';
import { folderOf, notifiedIn, readPointer, readRejected } from './publication.ts';
import { replacePublicFile } from './write-files.ts';
import { resultText, saysPublished } from './result-file.ts';
import type { Log } from '../log/log.ts';
import { errorCode, unlessMissing } from '../system-errors.ts';

type PublisherOptions = {
  folder: string;
  dist: string;
  log: Log;
  /** How long nothing in the folder may have changed. */
  stillMs: number;
  /** Network shares have no events of changes. */
  pollMs: number;
  /** Written after each publication, for what restarts the instances. */
  notifyFile: string | null;
};

/** Publishes the folder each time that it has been still, and writes the result to RESULT.txt. */
export class Publisher {
  readonly #options: PublisherOptions;
  /** The last state of the folder, and since when it has been unchanged. */
  #seen = { state: '', sinceMs: 0 };
  /** The last state that was published or rejected. */
  #done = '';
  /** It is written to RESULT.txt by the next poll that can. */
  #unwritten: string | null = null;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Runs until its process ends. */
  async run(): Promise<never> {
    for (;;) {
      await this.poll();
      await setTimeout(this.#options.pollMs);
    }
  }

  async poll(): Promise<void> {
    const { folder, dist, stillMs, log } = this.#options;
    try {
      await this.#notify();
      const listing = await listFolder(folder);
      const state = stateOf(listing);
      const nowMs = performance.now();
      if (state !== this.#seen.state) this.#seen = { state, sinceMs: nowMs };
      const isStill = nowMs - this.#seen.sinceMs >= stillMs;
      if (isStill && state !== this.#done && (await this.#publish(listing))) this.#done = state;
      await this.#notify();
      await removeRetired(dist);
    } catch (error) {
      const cause = errorCode(error) ?? String(error);
      log.error({ event: 'publisher-failed', cause });
    }
    await this.#writeResult();
  }

  /** @returns whether the folder needs no other attempt in this state */
  async #publish(listing: Listing): Promise<boolean> {
    const { folder, dist, log } = this.#options;
    const wasRejected = (await readRejected(dist)) !== null;
    const outcome = await publish({ folder, dist, listing });
    if (outcome.kind === 'published') {
      const { facts, changes, problems } = outcome;
      this.#unwritten = resultText(outcome);
      log.info({
        event: 'content-published',
        publication: facts.id,
        changes: changes.filter(({ kind }) => kind !== 'loss').length,
        warnings: problems.length,
      });
      return true;
    }
    if (outcome.kind === 'rejected') {
      const errors = errorsOf(outcome.problems);
      this.#unwritten = resultText(outcome);
      log.error({
        event: 'content-rejected',
        publication: outcome.shown?.id,
        count: errors.length,
        examples: errors.slice(0, 3),
      });
      return true;
    }
    if (outcome.kind !== 'unchanged') return false;
    // The errors are gone, and the folder is as it was.
    if (wasRejected || !(await saysPublished(folder)))
      this.#unwritten = resultText(
        await resultOfUnchanged({ folder, dist, listing }, outcome.facts),
      );
    // A publisher was killed before it told the office.
    else if (!(await saysPublished(folder, outcome.facts)))
      this.#unwritten = await readText(join(folderOf(dist, outcome.facts), RESULT_FILE));
    return true;
  }

  /** Once for each publication, also after a publisher that was killed, or of another process. */
  async #notify(): Promise<void> {
    const { dist, log, notifyFile } = this.#options;
    try {
      const shown = await readPointer(dist);
      if (notifyFile === null || shown === null) return;
      const notified = await readText(notifiedIn(dist));
      if (notified === shown.id) return;
      // Instances run what the build has published.
      if (notified !== null) await writeFile(notifyFile, shown.id);
      await replacePublicFile(notifiedIn(dist), shown.id);
    } catch (error) {
      log.error({ event: 'publisher-failed', cause: errorCode(error) ?? String(error) });
    }
  }

  async #writeResult(): Promise<void> {
    if (this.#unwritten === null) return;
    try {
      await replacePublicFile(join(this.#options.folder, RESULT_FILE), this.#unwritten);
      this.#unwritten = null;
    } catch (error) {
      // The next poll retries: a share may be gone, or a program holds the file open.
      const cause = errorCode(error) ?? String(error);
      this.#options.log.warn({ event: 'result-unwritten', cause });
    }
  }
}

function readText(path: string): Promise<string | null> {
  return unlessMissing(readFile(path, 'utf8'));
}
