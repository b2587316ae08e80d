import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createOutbox } from '../../server/outbox/outbox.ts';
import { ProviderError } from '../../server/provider/provider-error.ts';
import { bundleFormProcess } from '../support/crash/form-process-bundle.ts';
import { endProcess } from '../support/end-process.ts';
import { postForm } from '../support/post-form.ts';
import { sha256 } from '../support/providers/files.ts';
import { startFormServer } from '../support/form-server.ts';
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.ts';
import { runOutbox } from '../support/outbox-rows.ts';
import { pdfBytes } from '../support/pdf.ts';
import { RUNS, SOON } from '../support/effort.ts';
import { silentLog } from '../support/test-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROUNDS = 20 * RUNS;
const WRITERS = 8;
/** More than this are acknowledged in each round. */
const LEAST = 4;
const LANES = 2;
const HOUR = 60 * 60_000;

let processes: Awaited<ReturnType<typeof bundleFormProcess>>;
const base = temporaryFolder();

beforeAll(async () => {
  processes = await bundleFormProcess();
  return () => processes.remove();
});

/** Eight writers post until the process is killed; then all that was acknowledged must be delivered. */
async function round(index: number): Promise<{ acknowledged: number; lost: string[] }> {
  const folder = join(base, `round-${index}`);
  const { child, port } = await processes.start(folder);
  const acknowledged = new Map<string, string | null>();
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    try {
      for (let count = 0; ; count += 1) {
        const cv = count % 4 === 3 ? pdfBytes(30_000) : null;
        const name = `${index}-${writer}-${count}`;
        const { status, reference } = await postForm(port, name, cv);
        if (status === 200 || status === 202) acknowledged.set(reference, cv && sha256(cv));
      }
    } catch {
      // The process is gone.
    }
  });
  await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(LEAST);
  await new Promise((resolve) => setTimeout(resolve, (index * 37) % 120));
  await endProcess(child, 'SIGKILL');
  await Promise.all(writers);

  const delivered = new Map<string, string | null>();
  const heir = createOutbox({
    dataDir: folder,
    log: silentLog,
    secret: 's'.repeat(32),
    deliver: async ({ entry, cv }) => {
      if (delivered.has(entry.reference)) throw new Error('delivered twice');
      delivered.set(entry.reference, cv && sha256(cv));
    },
  });
  await expect.poll(async () => (await heir.state()).waiting).toBe(0);
  await heir.close();
  const lost = [...acknowledged]
    .filter(([reference, hash]) => delivered.get(reference) !== hash)
    .map(([reference]) => reference);
  return { acknowledged: acknowledged.size, lost };
}

test(`${ROUNDS} rounds of kill -9 under ${WRITERS} writers lose nothing that was acknowledged`, async () => {
  let next = 0;
  let acknowledged = 0;
  const lost: string[] = [];
  async function lane(): Promise<void> {
    while (next < ROUNDS) {
      next += 1;
      const result = await round(next);
      acknowledged += result.acknowledged;
      lost.push(...result.lost);
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(lost).toEqual([]);
  expect(acknowledged).toBeGreaterThan(ROUNDS * LEAST);
});

test.skipIf(noSmallDisk !== null)(
  'on a full disk a form is 503, older entries stay, and forms are stored again when space is free',
  async () => {
    const disk = mountSmallDisk(3);
    onTestFinished(() => disk.close());
    const folder = join(disk.folder, 'data');
    const forms = await startFormServer({
      dataDir: folder,
      deliver: () => Promise.reject(new ProviderError('unreachable')),
      // Retries would write to the disk as well.
      outboxLimits: { firstRetryMs: HOUR, longestRetryMs: HOUR, respondWithinMs: SOON.timeout },
    });
    onTestFinished(() => forms.close());
    const stored: string[] = [];
    async function send(name: string, cv?: Buffer): Promise<number> {
      const { status, reference } = await postForm(forms.port, name, cv);
      if (status === 202) stored.push(reference);
      return status;
    }
    for (const name of ['One', 'Two', 'Three'])
      expect(await send(name, pdfBytes(150_000))).toBe(202);
    disk.fill();
    expect(await send('Four', pdfBytes(150_000))).toBe(503);
    // A few may fit into what SQLite's log has allocated.
    let last = 202;
    for (let count = 0; count < 400 && last === 202; count += 1) last = await send(`Full ${count}`);
    expect(last).toBe(503);
    expect((await forms.outbox.state()).waiting).toBe(stored.length);
    disk.empty();
    expect(await send('free space')).toBe(202);
    // It fails for one whose CV is not complete.
    for (const reference of stored) await runOutbox(folder, ['show', reference]);
  },
);
