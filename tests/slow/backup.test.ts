import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { command, outboxWith } from '../support/backups.ts';
import { SOON } from '../support/effort.ts';
import { runOutbox } from '../support/outbox-rows.ts';
import { NO_POSTGRES, usePostgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const postgres = usePostgres();

/** docs/promises.md#i7 */
const RTO_SECONDS = 60;
const COUNTS = { waiting: 100, cvs: 10, dead: 5, delivered: 3 };
const TALLY = '100 waiting, 5 dead letters, 0 unreadable; 10 CVs; 3 receipts';

type Row = { reference: string; state: string; note: string };

const byReference = (rows: Row[]) =>
  rows
    .map(({ reference, state }) => `${reference} ${state}`)
    .toSorted()
    .join('\n');

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  describe.skipIf(engine === 'PostgreSQL' && NO_POSTGRES !== null)(`on ${engine}`, () => {
    test('I7: a backup is restored on another machine within a minute: nothing is lost, references and keys are the same', async () => {
      const real = await startTestProvider({});
      onTestFinished(() => real.stop());
      const old = await outboxWith(COUNTS, engine, postgres.server);
      onTestFinished(old.end);
      const file = join(temporaryFolder(), 'backup');
      const addresses = { PROVIDER_URL: real.url, ALERT_WEBHOOK_URL: `${real.url}/alert` };
      const environment = { ...old.environment, ...addresses };
      const before = await old.list();

      const saved = await command('backup', [file], environment);
      expect(saved).toMatchObject({ code: 0, out: expect.stringContaining(TALLY), errors: '' });
      expect(statSync(file).mode & 0o777).toBe(0o600);

      const rehearsed = await command('restore', [file, '--rehearse'], environment);
      expect(rehearsed.errors).toBe('');
      const [, seconds] =
        /^rehearsal: restored and delivered in ([\d.]+) s: (?:.*)\n$/.exec(rehearsed.out) ?? [];
      expect(rehearsed.out).toContain(TALLY);
      expect(Number(seconds)).toBeLessThan(RTO_SECONDS);
      expect([real.received.length, readdirSync(old.dataDir)]).toEqual([
        0,
        expect.not.arrayContaining(['rehearsal']),
      ]);
      expect(byReference(await old.list())).toBe(byReference(before));

      const dataDir = join(temporaryFolder(), 'data');
      const url = engine === 'SQLite' ? undefined : await postgres.server?.newDatabase();
      const fresh = {
        ...environment,
        DATA_DIR: dataDir,
        ...(url === undefined ? {} : { DATABASE_URL: url }),
      };
      const started = performance.now();
      const restored = await command('restore', [file], fresh);
      expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(TALLY), errors: '' });
      expect(byReference(await runOutbox(dataDir, ['list'], url))).toBe(byReference(before));
      await startProcess(fresh);
      await expect.poll(() => real.received.length, SOON).toBe(COUNTS.waiting);
      const tookSeconds = (performance.now() - started) / 1_000;
      expect(tookSeconds).toBeLessThan(RTO_SECONDS);
      process.stdout.write(
        `${engine}: rehearsal ${seconds} s, restore and delivery ${tookSeconds.toFixed(1)} s\n`,
      );
      const states = async () =>
        ((await runOutbox(dataDir, ['list'], url)) as Row[]).map(({ state }) => state).toSorted();
      // The provider may have got them after the backup.
      const repeats = Array.from({ length: COUNTS.waiting }, () => 'delivered');
      const dead = Array.from({ length: COUNTS.dead }, () => 'dead');
      await expect.poll(states, SOON).toEqual([...dead, ...repeats]);
      const keys = real.received.map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size).toBe(COUNTS.waiting);

      const again = await command('restore', [file], fresh);
      expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('--add') });
      const added = await command('restore', [file, '--add'], fresh);
      expect(added.out).toContain('0 waiting, 0 dead letters');
      expect(added.out).toContain('108 others were here already');
    });
  });
}
