import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/child-process.ts';
import { documentedCommand } from '../support/documented-command.ts';
import { runOutbox } from '../support/outbox-rows.ts';
import { postForm } from '../support/post-form.ts';
import { describeStores, usePostgres } from '../support/postgres.ts';
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

/** A server's folders in one of the test. Its programs are started by the test. */
function createServer(environment: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  const at = (path: string) => join(root, path);
  for (const folder of ['srv/releases', 'srv/content', 'bin', 'data', 'root', 'units'])
    mkdirSync(at(folder), { recursive: true });
  const stop = `pid=$(cat ${at('pid')}); kill $pid; while kill -0 $pid; do sleep 0.1; done`;
  const systemctl = `#!/bin/sh\n[ "$1" != stop ] || { ${stop}; } 2>/dev/null\n`;
  writeFileSync(at('bin/systemctl'), systemctl, { mode: 0o755 });
  writeFileSync(at('gis-site.env'), 'SCHOOL_CODE=GISNUP\n');
  return {
    at,
    current: at('srv/current'),
    environment: { ...environment, DATA_DIR: at('data') },
    /** A command of a document, with its folders in the test's. @throws Error with its output */
    async run(command: string): Promise<string> {
      const here = Object.entries({
        '/etc/gis-site.env': at('gis-site.env'),
        '/etc/systemd/system': at('units'),
        '/var/lib/gis-site': at('data'),
        '/srv/gis-site': at('srv'),
        '/root/': `${at('root')}/`,
      }).reduce((text, [from, to]) => text.replaceAll(from, to), command);
      const PATH = `${at('bin')}:${process.env['PATH'] ?? ''}`;
      const shell = ['/bin/sh', '-uc', here] as const;
      const { code, out, errors } = await runCommand(at('srv'), shell, {
        ...environment,
        DATA_DIR: at('data'),
        PATH,
      });
      if (code !== 0) throw new Error(`${here}: ${code}\n${out}${errors}`);
      return out;
    },
  };
}

describeStores('the commands of the documents on', (store) => {
  test.skipIf(!hasRelease)(
    'I3: update 1.1.0, which refuses the new data, roll back and forward again: nothing accepted is lost or doubled',
    async () => {
      const provider = await providerOfTest({ has: 'nothing' });
      const url = store === 'SQLite' ? '' : await postgres.newDatabase();
      const server = createServer({
        PROVIDER_URL: provider.url,
        SECRET: 's'.repeat(32),
        DATABASE_URL: url,
      });
      symlinkSync(resolve('.'), server.at('srv/releases/1.2.0'));
      symlinkSync(release, server.at('srv/releases/1.1.0'));
      symlinkSync('releases/1.1.0', server.current);
      const activate = (name: string) =>
        server.run(documentedCommand({ heading: 'Update' }, 7).replace('NEW', name));
      const rollback = (step: number) =>
        documentedCommand({ heading: 'Update', after: 'If OLD exits' }, step)
          .replaceAll('releases/OLD', 'releases/1.1.0')
          .replaceAll('FILE', server.at('backup'));
      const restore = `cd current && ${rollback(3)}`;
      /** Starts what is active, which accepts forms that the provider does not, but for one that it rejects. */
      async function start(names: Readonly<Record<string, number>>) {
        const site = await startProcess(server.environment, { folder: server.current });
        writeFileSync(server.at('pid'), String(site.child.pid));
        if (store === 'PostgreSQL') await site.logged('database-up');
        for (const [name, status] of Object.entries(names)) {
          await provider.fail('forms', { status });
          const before = provider.attempts.length;
          expect([202, 502]).toContain((await postForm(site.port, name)).status);
          // A stop lets the attempt end.
          await expect.poll(() => provider.attempts.length, SOON).toBeGreaterThan(before);
        }
        return site;
      }
      async function runOnce(names: Readonly<Record<string, number>>): Promise<void> {
        const site = await start(names);
        site.child.kill('SIGTERM');
        expect(await site.exited).toEqual([0, null]);
      }
      await runOnce({ Dead: 422, Early: 503 });

      await server.run(documentedCommand({ document: 'changelog', heading: '1.2.0' }, 1));
      expect(existsSync(server.at('root/gis-1.1.0/outbox.db'))).toBe(true);
      await activate('1.2.0');
      const updated = await start({ Updated: 503 });

      await server.run(rollback(1));
      // After the backup nothing may be accepted: it would be in the data that are put aside.
      await expect(postForm(updated.port, 'Late')).rejects.toThrow('fetch failed');
      // The database alone refuses.
      const own = store === 'SQLite' ? {} : { DATA_DIR: temporaryFolder() };
      const refused = await startProcess({ ...server.environment, ...own }, { folder: release });
      expect(await refused.exited).toEqual([1, null]);
      const setting = store === 'SQLite' ? 'DATA_DIR' : 'DATABASE_URL';
      expect(refused.errors()).toContain(`${setting} holds data of a newer release`);
      if (store === 'PostgreSQL') {
        const [, rename = ''] =
          /`(ALTER SCHEMA [^`]+)`/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
        await postgres.query(rename, { url });
      }
      await server.run(rollback(2));
      const [shipped, installed] = [join(release, 'deploy'), server.at('units')].map((folder) =>
        readFileSync(join(folder, 'gis-site@.service'), 'utf8'),
      );
      expect(installed).toBe(shipped);
      await runOnce({ 'Rolled back': 503 });

      await activate('1.2.0');
      expect(await server.run(restore)).toContain('2 waiting, 1 dead letters');
      await provider.heal();
      await startProcess(server.environment, { folder: server.current });
      const names = () => provider.received.map(({ fields }) => String(fields['name'])).toSorted();
      await expect
        .poll(names, { ...SOON, timeout: 90_000 })
        .toEqual(['Early', 'Rolled back', 'Updated']);
      const rows = (await runOutbox(server.at('data'), ['list'], url || undefined)) as {
        state: string;
      }[];
      expect(rows.filter(({ state }) => state === 'dead')).toHaveLength(1);
    },
  );
});
