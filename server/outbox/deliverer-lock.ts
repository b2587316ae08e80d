import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { link, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from './clock.ts';
import { errorCode, FILE_MODE, unlessMissing } from './durable-files.ts';

/** How often the owner shows that it lives, and the others look, in milliseconds. */
const BEAT_MS = 3_000;
/** A lock without a beat for this long is free, in milliseconds. With two beats it stays under the 30 s of RELIABILITY O7. */
const STALE_MS = 15_000;

const ownerSchema = z.object({ token: z.string(), pid: z.int(), place: z.string() });

export type DelivererLock = {
  /** False as soon as this process cannot be sure any more. */
  isHeld(): boolean;
  release(): Promise<void>;
};

export type DelivererLockOptions = {
  folder: string;
  clock: Clock;
  onChange: (isHeld: boolean) => void;
  /** Resolves when the folder has been made, or could not be. */
  ready: Promise<void>;
};

/**
 * One deliverer per folder, also among machines on a shared disk: a file whose time its owner renews.
 * Whoever waits takes it when its time has not changed for 15 s by the waiting one's own clock, or at
 * once when the owner was a process of this machine that is gone.
 */
export function startDelivererLock({
  folder,
  clock,
  onChange,
  ready,
}: DelivererLockOptions): DelivererLock {
  const path = join(folder, 'deliverer.lock');
  const token = randomUUID();
  let lastBeat: number | null = null;
  let seen: { mark: string; since: number } | null = null;
  let isReleased = false;
  let cancel: (() => void) | null = null;
  let turn = ready.then(step);

  async function step(): Promise<void> {
    const before = lastBeat !== null;
    try {
      if (before) await beat();
      else await contend();
    } catch {
      // A disk that fails now is said by those who must write; the lock only stops claiming.
      if (lastBeat !== null && clock.now() - lastBeat >= STALE_MS) lastBeat = null;
    }
    if (isReleased) return;
    if (before !== (lastBeat !== null)) onChange(lastBeat !== null);
    cancel = clock.after(BEAT_MS, () => {
      turn = step();
    });
  }

  async function beat(): Promise<void> {
    if ((await owner())?.token !== token) {
      lastBeat = null;
      return;
    }
    const time = new Date(clock.now());
    await utimes(path, time, time);
    lastBeat = clock.now();
  }

  async function contend(): Promise<void> {
    const found = await unlessMissing(stat(path));
    if (found === null) {
      await create();
      return;
    }
    const current = await owner();
    const mark = `${found.ino} ${found.mtimeMs}`;
    if (seen?.mark !== mark) seen = { mark, since: clock.now() };
    const isGone = current !== null && current.place === PLACE && !isAlive(current.pid);
    if (!isGone && clock.now() - seen.since < STALE_MS) return;
    if (await clearAway(current?.token ?? null)) await create();
  }

  async function create(): Promise<boolean> {
    const own = join(folder, `tmp/${token}.lock`);
    await rm(own, { force: true });
    const text = JSON.stringify({ token, pid: process.pid, place: PLACE });
    await writeFile(own, text, { mode: FILE_MODE });
    try {
      await link(own, path);
      lastBeat = clock.now();
      return true;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      return false;
    } finally {
      await unlink(own);
    }
  }

  /** Moves the stale lock aside; one that another contender has just made goes back. */
  async function clearAway(staleToken: string | null): Promise<boolean> {
    const aside = join(folder, `tmp/${token}.stale`);
    await rename(path, aside);
    const moved = await owner(aside);
    const isStale = (moved?.token ?? null) === staleToken;
    if (!isStale) await link(aside, path).catch(() => {});
    await unlink(aside);
    return isStale;
  }

  async function owner(file = path) {
    const text = await unlessMissing(readFile(file, 'utf8'));
    if (text === null) return null;
    try {
      return ownerSchema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }

  return {
    isHeld: () => !isReleased && lastBeat !== null && clock.now() - lastBeat < STALE_MS,
    release: async () => {
      const wasHeld = lastBeat !== null;
      isReleased = true;
      cancel?.();
      await turn;
      cancel?.();
      try {
        if (wasHeld && (await owner())?.token === token) await rm(path, { force: true });
      } catch {
        // The next owner sees that this process is gone, or that the lock has no beat.
      }
    },
  };
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
