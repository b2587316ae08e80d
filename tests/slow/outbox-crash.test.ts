import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openOutboxCommands } from '../../server/outbox/outbox-commands.ts';
import { createOutbox } from '../../server/outbox/outbox.ts';
import { ProviderError } from '../../server/provider/provider.ts';
import { bundleFormProcess } from '../support/crash/form-process-bundle.ts';
import { postForm } from '../support/post-form.ts';
import { startFormServer } from '../support/form-server.ts';
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
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  processes = await bundleFormProcess();
});

afterAll(() => {
  processes.remove();
});

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** Eight writers post until the process is killed; then all that was acknowledged must be delivered. */
async function round(index: number): Promise<{ acknowledged: number; lost: string[] }> {
  const folder = join(base, `round-${index}`);
  const { child, port } = await processes.start(folder);
  const exited = once(child, 'exit');
  const acknowledged = new Map<string, string | null>();
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    try {
      for (let count = 0; ; count += 1) {
        const cv = count % 4 === 3 ? pdfBytes(30_000) : null;
        const name = `${index}-${writer}-${count}`;
        const { status, reference } = await postForm(port, name, cv);
        if (status === 200 || status === 202)
          acknowledged.set(
            reference,
            cv === null ? null : createHash('sha256').update(cv).digest('hex'),
          );
      }
    } catch {
      // The process is gone.
    }
  });
  await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(LEAST);
  await new Promise((resolve) => setTimeout(resolve, (index * 37) % 120));
  child.kill('SIGKILL');
  await exited;
  await Promise.all(writers);

  const delivered = new Map<string, string | null>();
  const heir = createOutbox({
    dataDir: folder,
    log: silentLog,
    secret: 's'.repeat(32),
    deliver: async ({ entry, cv }) => {
      if (delivered.has(entry.reference)) throw new Error('delivered twice');
      delivered.set(entry.reference, cv && createHash('sha256').update(cv).digest('hex'));
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

describe('a disk that fails', () => {
  const canMount = process.getuid?.() === 0 && tryMount();

  function tryMount(): boolean {
    const at = join(base, 'attempt');
    mkdirSync(at);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at]).status !== 0)
      return false;
    return spawnSync('umount', [at]).status === 0;
  }

  function mount(name: string, size: string): string {
    const at = join(base, name);
    mkdirSync(at);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]);
    stops.push(() => execFileSync('umount', [at]));
    return at;
  }

  /** Delivers nothing. */
  async function serve(folder: string) {
    const forms = await startFormServer({
      dataDir: folder,
      deliver: () => Promise.reject(new ProviderError('unreachable')),
      // Retries would write to the disk as well.
      outboxLimits: { firstRetryMs: HOUR, longestRetryMs: HOUR, respondWithinMs: SOON.timeout },
    });
    stops.push(() => forms.close());
    return forms;
  }

  test.skipIf(!canMount)(
    'a full disk is 503, nothing is acknowledged, older entries stay, and forms are stored again when space is free (skipped without tmpfs)',
    async () => {
      const disk = mount('full', '3m');
      const folder = join(disk, 'data');
      const { port, outbox } = await serve(folder);
      const stored: string[] = [];
      const small: string[] = [];
      let rejected = 0;
      for (let count = 0; count < 12; count += 1) {
        const { status, reference } = await postForm(port, `CV ${count}`, pdfBytes(150_000));
        if (status === 202) stored.push(reference);
        else rejected += Number(status === 503);
      }
      expect(stored.length).toBeGreaterThan(2);
      expect(rejected).toBe(12 - stored.length);
      writeFileSync(join(disk, 'filler'), '');
      try {
        for (;;) writeFileSync(join(disk, 'filler'), Buffer.alloc(4_096), { flag: 'a' });
      } catch {
        // No page is free.
      }
      // A few may fit into what SQLite's log has allocated.
      let last = 202;
      for (let count = 0; count < 400 && last === 202; count += 1) {
        const { status, reference } = await postForm(port, `Full ${count}`);
        last = status;
        if (status === 202) small.push(reference);
      }
      expect(last).toBe(503);
      expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
      expect((await outbox.state()).waiting).toBe(stored.length + small.length);
      rmSync(join(disk, 'filler'));
      expect((await postForm(port, 'free space')).status).toBe(202);
      const commands = await openOutboxCommands(folder, null);
      stops.push(() => commands.close());
      for (const reference of stored) {
        const shown = await commands.show(reference);
        expect(shown?.cv?.length).toBe(150_000);
      }
      for (const reference of small) expect(await commands.show(reference)).not.toBeNull();
    },
  );

  test('a read-only folder is 503 and the process lives', async () => {
    const disk = canMount ? mount('read-only', '1m') : join(base, 'read-only');
    const folder = join(disk, 'data');
    const before = await serve(folder);
    expect((await postForm(before.port, 'before')).status).toBe(202);
    // Linux makes no disk read-only on which a file is open for writing.
    await before.close();
    if (canMount) execFileSync('mount', ['-o', 'remount,ro', disk]);
    else chmodSync(folder, 0o500);
    const { port, outbox } = await serve(folder);
    expect((await postForm(port, 'during')).status).toBe(503);
    expect((await postForm(port, 'during', pdfBytes(5_000))).status).toBe(503);
    if (canMount) execFileSync('mount', ['-o', 'remount,rw', disk]);
    else chmodSync(folder, 0o700);
    expect(await outbox.state()).toMatchObject({ waiting: 1 });
    expect((await postForm(port, 'after')).status).toBe(202);
  });
});
