import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { link, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from './outbox/clock.ts';
import { FILE_MODE, readJsonFile } from './outbox/durable-files.ts';
import { errorCode, unlessMissing } from './system-errors.ts';

/** How often the owner shows that it lives, and the others look, in milliseconds. */
const HEARTBEAT_MS = 3_000;
/** A lock without a heartbeat for this long is free, in milliseconds. With two heartbeats it stays under 30 s (docs/promises.md#o7). */
const STALE_MS = 15_000;

const ownerSchema = z.object({ token: z.string(), pid: z.int(), place: z.string() });
type Owner = z.infer<typeof ownerSchema>;

type FolderLockOptions = {
  /** The file that is the lock. */
  path: string;
  /** Folder on the same disk for files on their way; while it is missing, nobody holds the lock. */
  tmp: string;
  clock: Clock;
};

/**
 * One process per folder does a work, also among machines on a shared disk: a file whose time its owner renews.
 * Whoever waits takes it when its time has not changed for 15 s by the waiting one's own clock, or at
 * once when the owner was a process of this machine that is gone.
 */
export class FolderLock {
  readonly #path: string;
  readonly #tmp: string;
  readonly #clock: Clock;
  readonly #token = randomUUID();
  #lastHeartbeat: number | null = null;
  /** The lock of another, and since when by our clock it has been as it is. */
  #seen: { mark: string; since: number } | null = null;
  #isReleased = false;
  #cancelNext: (() => void) | null = null;
  #current: Promise<void> = Promise.resolve();

  constructor({ path, tmp, clock }: FolderLockOptions) {
    this.#path = path;
    this.#tmp = tmp;
    this.#clock = clock;
  }

  /** Tries to acquire the lock, now and until it is released; keeps it once it has it. */
  start(onChange: (isHeld: boolean) => void): void {
    this.#current = this.#step(onChange);
  }

  /** False as soon as this process cannot be sure any more: also after a jump of the clock, until the next heartbeat. */
  isHeld(): boolean {
    const last = this.#lastHeartbeat;
    return !this.#isReleased && last !== null && Math.abs(this.#clock.now() - last) < STALE_MS;
  }

  /** Hands the work over. Never rejects. */
  async release(): Promise<void> {
    const wasHeld = this.#lastHeartbeat !== null;
    this.#isReleased = true;
    this.#cancelNext?.();
    await this.#current;
    this.#cancelNext?.();
    try {
      const isOurs = wasHeld && (await readOwner(this.#path))?.token === this.#token;
      if (isOurs) await rm(this.#path, { force: true });
    } catch {
      // The next owner sees that this process is gone, or that the lock has no heartbeat.
    }
  }

  async #step(onChange: (isHeld: boolean) => void): Promise<void> {
    const wasHeld = this.#lastHeartbeat !== null;
    try {
      if (wasHeld) await this.#renew();
      else await this.#acquire();
    } catch {
      // A disk that fails now is said by those who must write; the lock only stops claiming.
      if (!this.isHeld()) this.#lastHeartbeat = null;
    }
    if (this.#isReleased) return;
    const isHeld = this.#lastHeartbeat !== null;
    if (wasHeld !== isHeld) onChange(isHeld);
    this.#cancelNext = this.#clock.after(HEARTBEAT_MS, () => {
      this.#current = this.#step(onChange);
    });
  }

  /** The owner's heartbeat; a lock that another has stolen is lost. */
  async #renew(): Promise<void> {
    const time = new Date(this.#clock.now());
    const isOurs = (await readOwner(this.#path))?.token === this.#token;
    if (isOurs) await utimes(this.#path, time, time);
    this.#lastHeartbeat = isOurs ? this.#clock.now() : null;
  }

  /** Takes a lock that is free or stale. */
  async #acquire(): Promise<void> {
    const found = await unlessMissing(stat(this.#path));
    if (found === null) return await this.#create();
    const owner = await readOwner(this.#path);
    const mark = `${found.ino} ${found.mtimeMs}`;
    if (this.#seen?.mark !== mark) this.#seen = { mark, since: this.#clock.elapsed() };
    const isStale = this.#clock.elapsed() - this.#seen.since >= STALE_MS;
    if (!isStale && !isDeadProcess(owner)) return;
    if (await this.#removeStale(owner?.token)) await this.#create();
  }

  /** Linking a finished file makes the lock in one step; only one of several succeeds. */
  async #create(): Promise<void> {
    const own = join(this.#tmp, `${this.#token}.lock`);
    const owner: Owner = { token: this.#token, pid: process.pid, place: PLACE };
    await writeFile(own, JSON.stringify(owner), { mode: FILE_MODE });
    try {
      await link(own, this.#path);
      this.#lastHeartbeat = this.#clock.now();
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      await unlink(own);
    }
  }

  /** Steals the lock of an owner that is gone. One that somebody else has just made in its place goes back: false. */
  async #removeStale(staleToken: string | undefined): Promise<boolean> {
    const moved = join(this.#tmp, `${this.#token}.stale`);
    await rename(this.#path, moved);
    const isStale = (await readOwner(moved))?.token === staleToken;
    if (!isStale) await link(moved, this.#path).catch(() => {});
    await unlink(moved);
    return isStale;
  }
}

/** Null for a lock that is gone or torn. */
function readOwner(path: string): Promise<Owner | null> {
  return readJsonFile(path, ownerSchema);
}

/** Process ids mean something only within one machine and one container. */
const PLACE = `${hostname()} ${processNamespace()}`;

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Whether an owner was a process of this machine and is gone. */
function isDeadProcess(owner: Owner | null): boolean {
  if (owner === null || owner.place !== PLACE) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
