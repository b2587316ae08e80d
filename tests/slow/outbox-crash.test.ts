import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createOutbox } from '../../server/outbox/outbox.ts';
import { bundleFormProcess } from '../support/crash/form-process-bundle.ts';
import { endProcess } from '../support/end-process.ts';
import { postForm } from '../support/post-form.ts';
import { sha256 } from '../support/providers/files.ts';
import { pdfBytes } from '../support/pdf.ts';
import { RUNS } from '../support/effort.ts';
import { silentLog } from '../support/test-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROUNDS = 20 * RUNS;
const WRITERS = 8;
/** More than this are acknowledged in each round. */
const LEAST = 4;
const LANES = 2;

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
