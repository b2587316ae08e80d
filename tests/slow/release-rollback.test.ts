import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { postForm } from '../support/post-form.ts';
import { NO_POSTGRES, usePostgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { SOON } from '../support/effort.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** 1.1.0, the last release. */
const RELEASE = '09ea4654ac50ce906f548fa0017402120dab55c5';

const hasRelease = spawnSync('git', ['cat-file', '-e', RELEASE]).status === 0;
// Skipped tests must not look like passed ones.
if (!hasRelease) process.stderr.write('tests are skipped: the clone has no history\n');

const postgres = usePostgres();
let release: string;

beforeAll(() => {
  release = temporaryFolder();
  if (!hasRelease) return;
  const archive = execFileSync('git', ['archive', RELEASE], { maxBuffer: 256 << 20 });
  execFileSync('tar', ['-x', '-C', release], { input: archive });
  execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: release });
  execFileSync(process.execPath, ['build.mjs'], { cwd: release });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('data on %s', (store) => {
  test.skipIf(!hasRelease || (store === 'PostgreSQL' && NO_POSTGRES !== null))(
    'I3: this release delivers what waits at the last one, which then refuses the data and says why',
    async () => {
      const provider = await providerOfTest({ has: 'nothing' });
      const settings = {
        PROVIDER_URL: provider.url,
        SECRET: 's'.repeat(32),
        DATA_DIR: temporaryFolder(),
        // Empty is unset.
        DATABASE_URL: store === 'SQLite' ? '' : await postgres.newDatabase(),
      };
      const names = () => provider.received.map(({ fields }) => String(fields['name']));
      /** Accepts an enquiry that the provider does not. */
      async function runOnce(name: string, folder?: string): Promise<void> {
        const site = await startProcess(settings, folder === undefined ? {} : { folder });
        if (store === 'PostgreSQL') await site.logged('database-up');
        await provider.fail('forms', { status: 503 });
        expect((await postForm(site.port, name)).status).toBe(202);
        site.child.kill('SIGTERM');
        expect(await site.exited).toEqual([0, null]);
        await provider.heal();
      }
      await runOnce('Of the last release', release);
      const updated = await startProcess(settings);
      await expect.poll(names, { ...SOON, timeout: 90_000 }).toEqual(['Of the last release']);
      updated.child.kill('SIGTERM');
      await updated.exited;
      await runOnce('Of this release');

      // The database alone refuses.
      const own = store === 'SQLite' ? {} : { DATA_DIR: temporaryFolder() };
      const refused = await startProcess({ ...settings, ...own }, { folder: release });
      expect(await refused.exited).toEqual([1, null]);
      const setting = store === 'SQLite' ? 'DATA_DIR' : 'DATABASE_URL';
      expect(refused.errors()).toContain(`${setting} holds data of a newer release`);

      await startProcess(settings);
      await expect
        .poll(names, { ...SOON, timeout: 90_000 })
        .toEqual(['Of the last release', 'Of this release']);
    },
  );
});
