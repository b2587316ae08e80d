import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { documentedCommand } from '../support/documented-command.ts';
import { PATIENCE } from '../support/effort.ts';
import { CAREER, ENQUIRY } from '../support/form-page.ts';
import {
  AUTHORITY,
  install,
  MESSAGE,
  PORTS,
  SECRET,
  TOKEN,
  type Installation,
} from '../support/installation.ts';
import { noMachine } from '../support/machine.ts';
import { HOST, noNginx } from '../support/nginx.ts';
import { NO_POSTGRES, PASSWORD, startPostgres, type Postgres } from '../support/postgres.ts';
import { TestProvider } from '../support/providers/test-provider.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const MISSING = noMachine ?? noNginx ?? NO_POSTGRES;
if (MISSING !== null) process.stderr.write(`the installation is not tested: ${MISSING}\n`);

const MINUTE = { timeout: 60_000 * PATIENCE, interval: 500 };
/** A silent instance is left after ten seconds; the rest is for a busy machine. */
const FROZEN_SECONDS = 10 + 3 * PATIENCE;

/** What the operator has to find out about it. */
type Source = 'doctor' | 'health' | 'log' | 'alert';
type Breakage = {
  what: string;
  happen: (team: Team) => unknown;
  fix: (team: Team) => unknown;
  /** Where it is named, with its remedy. */
  sees: Partial<Record<Source, RegExp>>;
};
type Team = { provider: TestProvider; site: Installation; disk: SmallDisk; postgres: Postgres };

const DATA = '/var/lib/gis-site';
const heal = ({ provider }: Team) => provider.heal();

const BREAKAGES: readonly Breakage[] = [
  {
    what: 'another token',
    happen: ({ provider }) => (provider.token = 'another'),
    fix: ({ provider }) => (provider.token = null),
    sees: {
      log: /"provider-misconfigured".*PROVIDER_TOKEN: compare it/,
      alert: /^GisTokenRefused: .* -> check PROVIDER_TOKEN/m,
    },
  },
  {
    what: 'no route for forms',
    happen: ({ provider }) => provider.fail('forms', { status: 404 }),
    fix: heal,
    sees: { log: /"submission-retry".*PROVIDER_URL and SCHOOL_CODE: compare both/ },
  },
  {
    what: 'a login page for forms',
    happen: ({ provider }) => provider.fail('forms', 'html'),
    fix: heal,
    sees: { log: /"submission-retry".*content-type/ },
  },
  {
    what: 'a provider that rejects forms',
    happen: ({ provider }) => provider.fail('forms', { status: 400 }),
    fix: heal,
    sees: {
      health: /"dead":1/,
      log: /"submission-rejected".*status 400/,
      alert: /^GisDeadLetters: .* -> npm run outbox -- list/m,
    },
  },
  {
    what: 'no provider',
    happen: ({ provider }) => provider.fail('all', 'refuse'),
    fix: heal,
    sees: {
      doctor: /^provider-tcp: .* -> PROVIDER_URL: .*host and port/m,
      log: /"submission-retry".*PROVIDER_URL: .*host and port/,
      alert: /^GisProviderUnreachable: .* -> check PROVIDER_URL/m,
    },
  },
  {
    what: 'a provider whose certificate is not trusted',
    // nginx has one that is its own authority.
    happen: ({ site }) =>
      site.restart({ PROVIDER_URL: `https://${HOST}`, NODE_EXTRA_CA_CERTS: '' }),
    fix: ({ site, provider }) =>
      site.restart({ PROVIDER_URL: provider.url, NODE_EXTRA_CA_CERTS: AUTHORITY }),
    sees: {
      doctor: /^provider-tls: .*self-signed.* -> .*NODE_EXTRA_CA_CERTS=/m,
      log: /"submission-retry".*NODE_EXTRA_CA_CERTS/,
      alert: /^GisProviderCertificate: .* -> .*NODE_EXTRA_CA_CERTS/m,
    },
  },
  {
    what: 'an instance that is stopped',
    happen: ({ site }) => site.machine.must('systemctl stop gis-site@3001'),
    fix: async ({ site }) => {
      await site.machine.must('systemctl start gis-site@3001');
      await site.ready();
    },
    sees: { alert: /^GisSiteDown: .*:13001 .* -> .*journalctl of the instance/m },
  },
  {
    what: 'a full disk',
    happen: ({ disk }) => disk.shrink(),
    fix: ({ disk }) => disk.grow(),
    sees: {
      doctor: /^data-write: .*disk-full -> free space on the disk of DATA_DIR/m,
      health: /"storage":"disk-full"/,
      log: /"outbox-storage".*free space on the disk of DATA_DIR/,
      alert: /^GisStorageFailing: .* -> .*the disk of DATA_DIR/m,
    },
  },
  {
    what: 'another SITE_URL',
    happen: ({ site }) => site.restart({ SITE_URL: 'https://school.example' }),
    fix: ({ site }) => site.restart({ SITE_URL: 'https://www.school.example' }),
    sees: {
      doctor: /^public-address: .* -> SITE_URL: the final address/m,
      log: /"origin-mismatch".*"from":"https:\/\/www\.school\.example"/,
    },
  },
  {
    what: 'an outbox that is removed',
    happen: ({ site }) => site.machine.must(`mkdir /root/away && mv ${DATA}/outbox.db* /root/away`),
    fix: () => {},
    sees: {
      log: /"outbox-replaced"/,
      alert: /^GisOutboxReplaced: .* -> see outbox-replaced in the log/m,
    },
  },
  {
    what: 'an outbox that another process locks',
    happen: ({ site }) =>
      site.machine.must(
        `systemd-run --unit=lock sh -c "(echo '.timeout 20000'; echo 'BEGIN IMMEDIATE;'; sleep 600) | sqlite3 ${DATA}/outbox.db"`,
      ),
    fix: ({ site }) => site.machine.must('systemctl stop lock'),
    sees: {
      doctor: /^outbox-write: .*locked -> end the program that holds outbox\.db/m,
      health: /"storage":"locked","remedy":"end the program that holds outbox\.db/,
      log: /"outbox-storage".*locked/,
      alert: /^GisStorageFailing: .* -> outbox\.remedy of \/health and npm run doctor/m,
    },
  },
  {
    what: 'an outbox of root',
    happen: async ({ site }) => {
      await site.machine.must(`chown root: ${DATA}/outbox.db*`);
      await site.restart();
    },
    fix: async ({ site }) => {
      await site.machine.must(`chown gis-site: ${DATA}/outbox.db*`);
      await site.restart();
    },
    sees: {
      doctor: /^outbox-write: .*foreign-owner -> give DATA_DIR and all in it to .*: chown -R/m,
      health: /"storage":"foreign-owner","remedy":"give DATA_DIR and all in it to .*: chown -R/,
      log: /"outbox-storage".*give DATA_DIR and all in it to the user who runs the site: chown -R/,
      alert: /^GisStorageFailing: .* -> outbox\.remedy of \/health and npm run doctor/m,
    },
  },
  {
    what: 'a database that is another one',
    happen: async ({ site, postgres }) => {
      await site.restart({ DATABASE_URL: postgres.url });
      await postgres.query('DROP SCHEMA gis_site CASCADE');
    },
    fix: ({ site }) => site.restart(),
    sees: {
      log: /"database-down".*check DATABASE_URL and the last failover/,
      alert: /^GisDatabaseDown: .* -> see database-down in the log: .*correct DATABASE_URL/m,
    },
  },
  {
    what: 'a database that is read-only',
    happen: async ({ postgres }) => {
      await postgres.query('ALTER SYSTEM SET default_transaction_read_only = on');
      await postgres.query('SELECT pg_reload_conf()');
    },
    fix: async ({ postgres }) => {
      await postgres.query('ALTER SYSTEM RESET default_transaction_read_only');
      await postgres.query('SELECT pg_reload_conf()');
    },
    sees: {
      doctor: /^database: .* -> it is read-only, .*check DATABASE_URL/m,
      log: /"database-down".*read-only/,
      alert: /^GisDatabaseDown: /m,
    },
  },
];

/** Installed as docs/operations.md says. */
describe.skipIf(MISSING !== null)('an installed site', () => {
  let provider: TestProvider;
  let disk: SmallDisk;
  let postgres: Postgres;
  let site: Installation;
  /** Names on forms that were stored. */
  const accepted: string[] = [];
  let hasFailed = false;

  beforeAll(async () => {
    if (MISSING !== null) return undefined;
    provider = await TestProvider.start({});
    disk = mountSmallDisk(640);
    postgres = await startPostgres();
    site = await install(provider.url, disk.folder, [Number(new URL(postgres.url).port)]);
    return async () => {
      await site.machine.remove();
      disk.close();
      await Promise.all([provider.stop(), postgres.remove()]);
    };
  });

  // Each step goes on from the one before.
  beforeEach(({ skip }) => {
    skip(hasFailed, 'an earlier step has failed');
    onTestFailed(() => {
      hasFailed = true;
    });
  });

  async function enquire() {
    const sent = await site.enquire();
    // What the provider rejects is sent again by hand.
    if ([200, 202, 502].includes(sent.status)) accepted.push(sent.name);
    return sent;
  }

  /** The doctor is green, and each accepted form has arrived once. */
  async function expectWell(): Promise<void> {
    await expect.poll(() => site.doctor(), MINUTE).toBe('');
    const arrived = () => provider.received.map(({ fields }) => String(fields['name'])).toSorted();
    await expect.poll(arrived, MINUTE).toEqual(accepted.toSorted());
  }

  const foldersOfInstances = () =>
    site.machine.must(
      `for port in ${PORTS.join(' ')}; do readlink /proc/$(systemctl show -P MainPID gis-site@$port)/cwd; done`,
    );

  test('I9: is set up, with a green doctor', async () => {
    site.addRelease('1.2.0');
    await site.machine.boot({ uptimeDays: 100 });
    await site.setUp();
    expect((await enquire()).status).toBe(200);
    // Of the system calls and folders of the unit, pictures and CVs need most.
    const { body } = await site.request('/HomeFr');
    const picture = /\/api\/image\/[^"\s]+\?w=\d+/.exec(body)?.[0] ?? '';
    expect((await site.request(picture)).status).toBe(200);
    await site.machine.must('printf "%%PDF-1.7\\n1 0 obj\\n%%%%EOF" >/root/cv.pdf');
    const fields = Object.entries({ ...CAREER, name: 'Asha CV' }).map(
      ([key, value]) => `${key}=${value}`,
    );
    const parts = [...fields, 'attachments=@/root/cv.pdf'].flatMap((part) => ['-F', part]);
    const origin = `Origin: https://${HOST}`;
    expect((await site.request('/Career', '-H', origin, ...parts)).status).toBe(303);
    accepted.push('Asha CV');
    await expectWell();
  });

  test('I9: nginx logs to the new file after a rotation', async () => {
    await site.machine.must('logrotate --force /etc/logrotate.d/gis-site');
    const log = async () => {
      await site.request('/Events');
      return site.machine.must('cat /var/log/gis-site/access.log');
    };
    await expect.poll(log, MINUTE).toContain('"GET /Events ');
  });

  test('I6: a frozen instance costs a visitor ten seconds, once, until systemd restarts it', async () => {
    await site.machine.must('systemctl kill --signal=STOP gis-site@3001');
    const pages = Array.from({ length: 4 }, (_, index) => site.request(`/Events?q=${index}`));
    const sent = await Promise.all([...pages, enquire(), enquire()]);
    expect(sent.map(({ status }) => status)).not.toContain(503);
    for (const { seconds } of sent) expect(seconds).toBeLessThan(FROZEN_SECONDS);
    const restarts = () => site.machine.must('systemctl show -P NRestarts gis-site@3001');
    await expect.poll(restarts, MINUTE).toBe('1\n');
    await site.ready();
    await expectWell();
  });

  test('I9: is updated, and rolled back', async () => {
    site.addRelease('NEW');
    for (const step of [4, 6, 7, 8])
      await site.machine.must(
        `cd /srv/gis-site && ${documentedCommand({ heading: 'Update' }, step)}`,
      );
    expect(await foldersOfInstances()).toBe('/srv/gis-site/releases/NEW\n'.repeat(2));
    expect((await enquire()).status).toBe(200);
    const rollback = documentedCommand({ heading: 'Update' }, '**Rollback**').replace(
      'releases/OLD',
      'releases/1.2.0',
    );
    await site.machine.must(`cd /srv/gis-site && ${rollback}`);
    expect(await foldersOfInstances()).toBe('/srv/gis-site/releases/1.2.0\n'.repeat(2));
    await expectWell();
  });

  test('a build of root reads the folder of the school as the user to whom it belongs', async () => {
    const { must, run } = site.machine;
    await must(documentedCommand({ heading: "The school's folder" }, 1));
    const build =
      "const { publishForBuild } = await import('/srv/gis-site/current/dist/server/for-build.js'); " +
      "const options = [{ dist: '/srv/gis-site/current/dist' }, { CONTENT_DIR: '/srv/gis-site/content' }]; " +
      'process.exitCode = (await publishForBuild(...options)) ? 0 : 1;';
    const publish = `/usr/bin/node --input-type=module -e "${build}"`;
    await must('cd /srv/gis-site/content/pages && cp vision.md /root && : >vision.md');
    const rejected = await run(publish);
    expect([rejected.code, rejected.errors]).toEqual([1, expect.stringContaining('vision.md')]);
    await must(`cp /root/vision.md /srv/gis-site/content/pages && ${publish}`);
    const owners = await must(
      'cd /srv/gis-site && stat -c %U content/RESULT.txt $(ls -td current/dist/publications/*/ | head -1)manifest.json',
    );
    expect(owners).toBe('gis-site-publish\n'.repeat(2));
    await site.restart();
    await expectWell();
  });

  test('I1: what waits is sent after a reboot', async () => {
    await provider.fail('forms', { status: 503 });
    expect((await enquire()).status).toBe(202);
    await site.machine.powerOff();
    await site.machine.boot();
    await site.ready();
    await provider.heal();
    await expectWell();
  });

  test('I7: what waits is sent from a backup that is restored on another machine', async () => {
    await provider.fail('forms', { status: 503 });
    expect((await enquire()).status).toBe(202);
    await site.npm('backup -- /root/backup');
    await site.machine.powerOff();
    await provider.heal();
    rmSync(join(site.machine.root, 'etc/gis-site.env'));
    for (const name of readdirSync(disk.folder))
      rmSync(join(disk.folder, name), { recursive: true });
    await site.machine.boot({ uptimeDays: 10 });
    expect(await site.npm('restore -- /root/backup')).toContain('restored in');
    await site.restart();
    await expectWell();
  });

  test.for(BREAKAGES)(
    'I9: with $what, doctor, health, log or alert names the remedy',
    async ({ happen, fix, sees }) => {
      const team = { provider, site, disk, postgres };
      const before = await site.scrape();
      const since = new Date();
      await happen(team);
      await enquire();
      const sources = {
        doctor: () => site.doctor(),
        health: () => site.health(),
        log: () => site.log(since),
        alert: () => site.alertsSince(before),
      };
      for (const [source, words] of Object.entries(sees))
        await expect.poll(sources[source as Source], MINUTE).toMatch(words);
      await fix(team);
      await site.npm('outbox -- retry --all');
      await expectWell();
    },
  );

  test('S14: no log, metric or command has what visitors typed, the token, the secret or a password', async () => {
    const { out } = await site.machine.run('cat /var/log/gis-site/*; journalctl -o cat');
    const texts = [out, await site.health(), ...(await site.scrape()).values()];
    texts.push(await site.npm('doctor -- --json'), await site.npm('outbox -- list'));
    const text = texts.join('\n');
    for (const shown of ['"event":"submission-retry"', '"POST /HomeFr HTTP', 'gis_ready 1'])
      expect(text).toContain(shown);
    const { phone, email } = ENQUIRY;
    const planted = [...accepted, phone, email, MESSAGE, TOKEN, SECRET, PASSWORD];
    expect(planted.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
