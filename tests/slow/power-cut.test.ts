import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbox } from '../../server/outbox/outbox.ts';
import {
  recordDisk,
  statesAfter,
  writeState,
  type DiskState,
  type Recording,
} from '../support/crash/disk-states.ts';
import { bundleFormProcess } from '../support/crash/form-process-bundle.ts';
import { readSystemCalls } from '../support/crash/system-calls.ts';
import { enquiry } from '../support/outbox-stores.ts';
import { pdfBytes } from '../support/pdf.ts';
import { postForm } from '../support/post-form.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { IS_THOROUGH } from '../support/effort.ts';
import { silentLog } from '../support/test-log.ts';

/** How many states of the disk are started from without `TEST_RUNS`. */
const STATES = IS_THOROUGH ? Infinity : 150;
const HOUR = 60 * 60_000;
/** Bytes of the CV: few, as each state holds it. */
const CV = pdfBytes(3_000);

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
// In memory where possible.
const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gis-power-cut-'));
let processes: Awaited<ReturnType<typeof bundleFormProcess>>;

beforeAll(async () => {
  processes = await bundleFormProcess();
});

afterAll(() => {
  processes.remove();
  removeFolder(base);
});

/** Records the disk of a process that accepts an enquiry and an application. */
async function record(): Promise<Recording> {
  const folder = join(base, 'recorded');
  const trace = join(base, 'trace.txt');
  const calls =
    'openat,close,write,writev,pwrite64,fsync,fdatasync,mkdir,rename,renameat2,link,unlink';
  const { child, port } = await processes.start(folder, {
    under: ['strace', '-f', '-xx', '-s', '1000000', '-e', `trace=${calls}`, '-o', trace],
  });
  const exited = once(child, 'exit');
  for (const cv of [null, CV]) expect((await postForm(port, 'A', cv)).status).toBe(202);
  spawnSync('pkill', ['-KILL', '-P', String(child.pid)]);
  await exited;
  return recordDisk(readSystemCalls(readFileSync(trace, 'utf8')), folder);
}

/** References of the submissions that were acknowledged before the cut. */
function acknowledged({ responses }: Recording, calls: number): string[] {
  return responses.flatMap(({ at, text }) =>
    at <= calls && text.includes('HTTP/1.1 202') ? (/GIS-\w{4}-\w{4}/.exec(text) ?? []) : [],
  );
}

type Case = { state: DiskState; owed: readonly string[]; calls: number };

/** Different states, each with the submissions acknowledged before its cut. */
function casesOf(recording: Recording): { cases: Case[]; orders: number } {
  const cases = new Map<string, Case>();
  let orders = 0;
  for (let calls = 0; calls <= recording.length; calls += 1) {
    const owed = acknowledged(recording, calls);
    for (const state of statesAfter(recording, calls)) {
      orders += 1;
      const hash = createHash('sha256').update(String(owed.length));
      for (const [path, bytes] of [...state].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        hash.update(`\0${path}\0`).update(bytes ?? '/');
      cases.set(hash.digest('hex'), { state, owed, calls });
    }
  }
  return { cases: [...cases.values()], orders };
}

/** Starts an outbox from a state and returns its errors. */
async function errorsAfter({ state, owed, calls }: Case, folder: string): Promise<string[]> {
  writeState(state, folder);
  // Leases of the recorded process have ended.
  const clock = createVirtualClock(Date.now() + HOUR);
  const delivered = new Map<string, string>();
  const errors: string[] = [];
  const outbox = createOutbox({
    dataDir: folder,
    clock,
    secret: 's'.repeat(32),
    log: silentLog,
    async deliver({ entry, cv }) {
      if (delivered.has(entry.reference)) errors.push(`${entry.reference} was sent twice`);
      const isWhole = entry.form === 'career' ? cv?.equals(CV) === true : cv === null;
      delivered.set(entry.reference, isWhole ? 'whole' : 'torn');
    },
  });
  // Recovered submissions are sent before or with this one.
  const { reference } = await outbox.accept(enquiry('After the cut'));
  await clock.runUntil(
    async () => delivered.has(reference) && (await outbox.state()).waiting === 0,
  );
  const { dead, corrupt } = await outbox.state();
  const closed = outbox.close();
  await clock.run(10_000);
  await closed;
  for (const one of owed) if (!delivered.has(one)) errors.push(`${one} is lost`);
  for (const [one, what] of delivered) if (what === 'torn') errors.push(`${one} is torn`);
  if (dead + corrupt > 0) errors.push(`${dead} dead, ${corrupt} unreadable`);
  removeFolder(folder);
  return errors.map((error) => `after ${calls} calls: ${error}`);
}

test.skipIf(!canTrace)(
  'O1, O3: a power cut after any system call of an accept, with any part of the later writes on the disk, loses nothing acknowledged and leaves nothing unreadable (skipped without strace)',
  async () => {
    const recording = await record();
    expect(acknowledged(recording, recording.length)).toHaveLength(2);
    const { cases, orders } = casesOf(recording);
    const step = Math.max(1, cases.length / STATES);
    const chosen = cases.filter((_, index) => index % step < 1);
    const errors: string[] = [];
    for (const [index, one] of chosen.entries())
      errors.push(...(await errorsAfter(one, join(base, `state-${index}`))));
    console.log(
      `power cut: ${recording.length + 1} points, ${orders} orders, ${cases.length} different disks, ${chosen.length} started from, ${errors.length} errors`,
    );
    expect(errors.slice(0, 20)).toEqual([]);
    expect(readdirSync(base)).toEqual(expect.arrayContaining(['recorded', 'trace.txt']));
  },
);
