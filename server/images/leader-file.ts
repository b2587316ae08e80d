import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { unlessMissing } from '../system-errors.ts';

const HEARTBEAT_MS = 3_000;
/** A leader without a heartbeat for this long is replaced. */
const STALE_MS = 15_000;

/** Elects the process that makes pictures ahead for all that share a folder. Two for a moment only repeat work. */
export class LeaderFile {
  readonly #path: string;
  readonly #token = randomUUID();
  #isLeader = false;
  #timer: NodeJS.Timeout | null = null;
  #step: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  start(onChange: () => void): void {
    this.#step = this.#beat().then((isLeader) => {
      const hasChanged = isLeader !== this.#isLeader;
      this.#isLeader = isLeader;
      if (hasChanged) onChange();
    });
    this.#timer = setTimeout(() => this.start(onChange), HEARTBEAT_MS).unref();
  }

  isLeader(): boolean {
    return this.#isLeader;
  }

  /** Never rejects. */
  async resign(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#step;
    if (this.#isLeader) await rm(this.#path, { force: true }).catch(() => {});
    this.#isLeader = false;
  }

  /** A failing disk has no leader. */
  async #beat(): Promise<boolean> {
    try {
      const now = new Date();
      const found = await unlessMissing(stat(this.#path));
      if (found !== null && now.getTime() - found.mtimeMs > STALE_MS)
        await rm(this.#path, { force: true });
      await writeFile(this.#path, this.#token, { flag: 'wx', mode: 0o600 }).catch(() => {});
      const isOurs = (await readFile(this.#path, 'utf8')) === this.#token;
      if (isOurs) await utimes(this.#path, now, now);
      return isOurs;
    } catch {
      return false;
    }
  }
}
