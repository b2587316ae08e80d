import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { beginUpload } from '../support/begin-upload.ts';
import { postForm } from '../support/post-form.ts';
import { NO_POSTGRES, usePostgres } from '../support/postgres.ts';
import { startProcess, type Process } from '../support/process.ts';
import { IS_THOROUGH, SOON } from '../support/effort.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';

const STANDSTILL_MS = IS_THOROUGH ? 60_000 : 1_500;
/** A lease expires after 20 s. */
const TAKEN_OVER = { timeout: 240_000 };
const VISITORS = 8;

const postgres = usePostgres();

const enquire = async ({ port }: Process, name: string) => (await postForm(port, name)).status;

describe.each(['SQLite', 'PostgreSQL'] as const)('a suspended process, on %s', (store) => {
  const skips = store === 'PostgreSQL' && NO_POSTGRES !== null;

  async function openTeam() {
    const provider = await startTestProvider({ has: 'nothing' });
    onTestFinished(() => provider.stop());
    const settings = {
      PROVIDER_URL: provider.url,
      SECRET: 's'.repeat(32),
      // Empty is unset.
      DATABASE_URL: store === 'SQLite' ? '' : ((await postgres.server?.newDatabase()) ?? ''),
    };
    const names = () => provider.received.map(({ fields }) => String(fields['name'])).toSorted();
    const keys = () => new Set(provider.received.map(({ idempotencyKey }) => idempotencyKey));
    return { provider, settings, names, keys };
  }

  test.skipIf(skips)(
    'O1: SIGSTOP during pages, forms and a delivery, then SIGCONT: all get a response, each submission arrives once',
    async () => {
      const { provider, settings, names, keys } = await openTeam();
      const site = await startProcess(settings);
      await provider.fail('forms', { delayMs: 500 });
      const upload = beginUpload(site.port, 'Upload', 'application/json');
      const first = enquire(site, 'First');
      await expect.poll(() => provider.attempts.length, SOON).toBe(1);
      site.child.kill('SIGSTOP');
      // The kernel accepts these.
      const second = enquire(site, 'Second');
      const pages = Array.from({ length: VISITORS }, () => fetch(`${site.url}/Vision`));
      const finished = upload.finish();
      await delay(STANDSTILL_MS);
      site.child.kill('SIGCONT');
      const statuses = await Promise.all([...pages].map(async (page) => (await page).status));
      expect(statuses).toEqual(Array(VISITORS).fill(200));
      for (const status of await Promise.all([first, second, finished]))
        expect([200, 202]).toContain(status);
      await expect.poll(names, SOON).toEqual(['First', 'Second', 'Upload']);
      expect(keys().size).toBe(3);
      // A repeated delivery would be before this one.
      expect([200, 202]).toContain(await enquire(site, 'Third'));
      await expect.poll(names, SOON).toEqual(['First', 'Second', 'Third', 'Upload']);
      site.child.kill('SIGTERM');
      expect(await site.exited).toEqual([0, null]);
      expect(names()).toHaveLength(4);
    },
  );

  test.skipIf(skips || !IS_THOROUGH)(
    'O7: a process suspended in a delivery delivers nothing after another has claimed it (skipped below TEST_RUNS=25)',
    async () => {
      const { provider, settings, names, keys } = await openTeam();
      const stopped = await startProcess(settings);
      await provider.fail('forms', 'hang');
      const first = enquire(stopped, 'First');
      await expect.poll(() => provider.attempts.length, SOON).toBe(1);
      stopped.child.kill('SIGSTOP');
      const stoppedAt = performance.now();
      await provider.heal();
      const other = await startProcess(
        store === 'SQLite' ? { ...settings, DATA_DIR: stopped.dataDir } : settings,
      );
      expect([200, 202]).toContain(await enquire(other, 'Second'));
      await expect.poll(names, TAKEN_OVER).toEqual(['First', 'Second']);
      await delay(Math.max(0, STANDSTILL_MS - (performance.now() - stoppedAt)));
      stopped.child.kill('SIGCONT');
      expect([200, 202]).toContain(await first);
      for (const [site, name] of [
        [stopped, 'Third'],
        [other, 'Fourth'],
      ] as const)
        expect([200, 202]).toContain(await enquire(site, name));
      await expect.poll(names, TAKEN_OVER).toEqual(['First', 'Fourth', 'Second', 'Third']);
      for (const site of [stopped, other]) {
        site.child.kill('SIGTERM');
        expect(await site.exited).toEqual([0, null]);
      }
      expect(names()).toEqual(['First', 'Fourth', 'Second', 'Third']);
      // The attempt that hung and the one that was accepted have one key.
      expect(keys().size).toBe(4);
      expect(new Set(provider.attempts)).toEqual(keys());
    },
  );
});
