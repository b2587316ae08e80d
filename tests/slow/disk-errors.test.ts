import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endProcess, printedBy } from '../support/child-process.ts';
import { bundleFormProcess, type FormProcess } from '../support/crash/form-process-bundle.ts';
import { runOutbox } from '../support/outbox-rows.ts';
import { pdfBytes } from '../support/pdf.ts';
import { postForm } from '../support/post-form.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Calls of an accept that fail on a broken disk, and how often it is 503 at least. */
const CALLS = { pwrite64: 2, fsync: 2 };
const ERRORS = ['EIO', 'ENOSPC'] as const;
/** More of one call than an accept makes. */
const MOST = 30;

const CV = pdfBytes(20_000);
const base = temporaryFolder();
const folder = join(base, 'data');
const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

type Entry = { reference: string };

let processes: Awaited<ReturnType<typeof bundleFormProcess>>;
let forms: FormProcess;
/** Ids of the threads of SQLite that make the calls of the disk. */
let threads: string[];

beforeAll(async () => {
  processes = await bundleFormProcess();
  if (!canTrace) return;
  // So that the nth call is the same in each run: one thread, and no retries of earlier submissions.
  const outboxLimits = { firstRetryMs: 3_600_000, longestRetryMs: 3_600_000 };
  const under = ['env', 'UV_THREADPOOL_SIZE=1'];
  forms = await processes.start({ dataDir: folder, outboxLimits }, under);
  const pid = String(forms.child.pid);
  const { text } = await traced(['-f', '-p', pid, '-e', 'trace=openat,pwrite64'], () =>
    apply('first'),
  );
  const lines = text.split('\n').filter((line) => line.includes(folder));
  threads = [...new Set(lines.map((line) => line.split(' ')[0] ?? ''))];
});

afterAll(async () => {
  if (!canTrace) return;
  await endProcess(forms.child, 'SIGKILL');
  processes.remove();
});

const apply = (name: string) => postForm(forms.port, name, CV);

/** Runs a task while a trace is written. */
async function traced<Value>(options: readonly string[], task: () => Promise<Value>) {
  const file = join(base, 'trace.txt');
  const all = [...options, '-y', '-s', '300', '-o', file];
  const strace = spawn('strace', all, { stdio: ['ignore', 'ignore', 'pipe'] });
  await printedBy(strace, strace.stderr, /(attached)/);
  const value = await task();
  await endProcess(strace, 'SIGINT');
  return { value, text: readFileSync(file, 'utf8') };
}

/** Sends an application while one call fails; returns the failed calls below the folder. */
async function applyUnder(
  thread: string,
  { call, error, nth }: { call: string; error: string; nth: number },
) {
  const inject = `inject=${call}:error=${error}:when=${nth}`;
  const { value, text } = await traced(['-p', thread, '-e', `trace=${call}`, '-e', inject], () =>
    apply(`${thread} ${call} ${error} ${nth}`),
  );
  const isInjected = (line: string) => line.includes('(INJECTED)') && line.includes(folder);
  return { response: value, injected: text.split('\n').filter(isInjected) };
}

/** References of the submissions that are stored. */
async function references(): Promise<string[]> {
  return (await runOutbox(folder, ['list'])).map(({ reference }: Entry) => reference);
}

/** Bytes of the stored CV of a submission; `show` fails for a CV that is not the one sent. */
async function cvSize(reference: string): Promise<number> {
  const { entry } = await runOutbox(folder, ['show', reference]);
  return entry.cv.size;
}

test.skipIf(!canTrace).each(Object.entries(CALLS))(
  'O1, O2: an accept whose %s fails is stored completely, or is 503 and not stored; the next is stored',
  async (call, least) => {
    const errors: string[] = [];
    const reached = { EIO: 0, ENOSPC: 0 };
    const statuses = new Map<number, number>();
    expect((await apply(`before ${call}`)).status).toBe(202);
    let before = await references();
    for (const [thread, error] of threads.flatMap((id) =>
      ERRORS.map((one) => [id, one] as const),
    )) {
      for (let nth = 1; nth <= MOST; nth += 1) {
        const { response, injected } = await applyUnder(thread, { call, error, nth });
        const after = await references();
        const added = after.filter((reference) => !before.includes(reference));
        before = after;
        const about = `${call} ${nth} with ${error}: ${response.status}`;
        // An accept makes fewer calls.
        if (injected.length === 0 && nth > 3) break;
        reached[error] += injected.length;
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const expected = response.status === 202 ? [response.reference] : [];
        if (![202, 503].includes(response.status)) errors.push(about);
        if (JSON.stringify(added) !== JSON.stringify(expected))
          errors.push(`${about}, stored ${JSON.stringify(added)}`);
        for (const reference of added)
          if ((await cvSize(reference)) !== CV.length) errors.push(`${about}, CV cut`);
      }
    }
    const { status } = await apply(`after ${call}`);
    console.log(
      `${call}: ${reached.EIO} failed with EIO, ${reached.ENOSPC} with ENOSPC; responses ${[...statuses].map(String).join(' ')}`,
    );
    expect(errors).toEqual([]);
    expect(status).toBe(202);
    expect(statuses.get(503) ?? 0).toBeGreaterThanOrEqual(least);
    expect(Math.min(reached.EIO, reached.ENOSPC)).toBeGreaterThan(0);
  },
);
