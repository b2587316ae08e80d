import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest';
import { cloneRepository } from '../support/clone.ts';
import { PATIENCE } from '../support/effort.ts';
import { noNginx, startNginx, type Nginx } from '../support/nginx.ts';
import { pdfBytes } from '../support/pdf.ts';
import { plantedIn, PLANTED, visitorsOf } from '../support/planted.ts';
import { NO_POSTGRES, startPostgres, type Postgres } from '../support/postgres.ts';
import { PROMTOOL, type Scrape } from '../support/promtool.ts';
import { PREFIX, startSchoolPlatform, type SchoolPlatform } from '../support/school-platform.ts';
import { mountSmallDisk, noSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { TEAM_FAILURES, type TeamFailure } from '../support/team-failures.ts';
import { createTeamSite, type TeamSite } from '../support/team-site.ts';
import { startWebhook, type Webhook } from '../support/webhook.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MISSING = noNginx ?? NO_POSTGRES;
if (MISSING !== null) process.stderr.write(`the path of the IT team is skipped: ${MISSING}\n`);

/** Lists are fresh for a minute, alerts are looked at once a minute, and deliveries wait longer each time. */
const MINUTES = { timeout: 90_000 * PATIENCE, interval: 250 };
/** Alerts of what the tests share with others: a busy machine is slow, not wrong. */
const OF_THE_MACHINE = new Set([
  'GisEventLoopLag',
  'GisMemoryHigh',
  ...(noSmallDisk === null ? [] : ['GisDiskLow']),
]);
/** Above what the alert of a full disk begins at, so that it is silent before and after. */
const DISK_MEBIBYTES = 640;

/** Failures that the log must have, as proof that it was searched. */
const FAILURES =
  'form-rejected submission-rejected submission-retry certificate-not-found provider-misconfigured database-down'.split(
    ' ',
  );

/** Of lists; alerts are checked as often. */
const FRESH_MS = 61_000;
const ALERT_CHECK_MS = 61_000;

const PUBLISHED = 'Sports day is on Friday';

const MAROON = '#6b1532';

const TRANSPORT = `---
title: School transport
campus: farrukhabad
menu: Facilities
---

Buses leave at **7:10**.
`;

describe.skipIf(MISSING !== null)('an IT team with a fresh clone', () => {
  let clone: string;
  let disk: SmallDisk | null = null;
  let dataDir: string;
  let platform: SchoolPlatform;
  let postgres: Postgres;
  let webhook: Webhook;
  let site: TeamSite;
  let nginx: Nginx;
  let origin: string;
  let visitors: ReturnType<typeof visitorsOf>;
  /** The name on a form that the platform has rejected, until it is sent again. */
  let deadLetter: string | null = null;
  let hasFailed = false;

  beforeAll(async () => {
    clone = cloneRepository();
    disk = noSmallDisk === null ? mountSmallDisk(DISK_MEBIBYTES) : null;
    dataDir = disk?.folder ?? temporaryFolder();
    platform = await startSchoolPlatform(PLANTED.firstToken);
    postgres = await startPostgres();
    webhook = await startWebhook();
    site = await createTeamSite(clone, dataDir);
    nginx = await startNginx(site.ports, 'localhost');
    origin = `https://localhost:${nginx.port}`;
    visitors = visitorsOf(nginx, origin);
  });

  afterAll(async () => {
    await site.close();
    await nginx.stop();
    await Promise.all([platform.stop(), webhook.stop(), postgres.remove()]);
    disk?.close();
  });

  // Each step goes on from the one before.
  beforeEach(({ skip }) => {
    skip(hasFailed, 'an earlier step has failed');
    onTestFailed(() => {
      hasFailed = true;
    });
  });

  const page = async (path: string) => (await nginx.request(path)).body;
  let visits = 0;
  const uncachedHome = () => page(`/HomeFr?kind=${(visits += 1)}`);

  /** On a busy machine the doctor may need another run. */
  async function expectRed(line: RegExp): Promise<void> {
    await expect
      .poll(() => site.doctor(), MINUTES)
      .toContainEqual(expect.stringMatching(line) as unknown);
  }

  /** Prometheus turns the metrics into an alert with its remedy. */
  async function expectAlert(before: Scrape, name: string, remedy: string): Promise<void> {
    // Its harness has logged that it is missing.
    if (PROMTOOL === null) return;
    await expect
      .poll(() => site.alertsSince(before), MINUTES)
      .toContainEqual(expect.objectContaining({ name, remedy: expect.stringContaining(remedy) }));
  }

  /** The doctor is green, no alert fires, and every submission except a dead letter has arrived. */
  async function expectWell(): Promise<void> {
    await expect.poll(() => site.doctor(), MINUTES).toEqual([]);
    await expect
      .poll(() => platform.received().toSorted(), MINUTES)
      .toEqual(visitors.acknowledged.filter((name) => name !== deadLetter).toSorted());
    await expect
      .poll(async () => {
        const before = await site.scrape();
        await site.askLists();
        const alerts = await site.alertsSince(before);
        return alerts
          .map(({ name }) => name)
          .filter((name) => !OF_THE_MACHINE.has(name))
          .filter((name) => deadLetter === null || name !== 'GisDeadLetters');
      }, MINUTES)
      .toEqual([]);
  }

  test('installs and builds it', async () => {
    expect((await site.run('build')).code).toBe(0);
    // Without any setting it would run on the sample.
    await expect.poll(() => site.doctor(), MINUTES).toEqual([]);
    await expect.poll(async () => (await site.run('doctor')).code, MINUTES).toBe(0);
  });

  test('connects it: the doctor names one error after the other, with its remedy', async () => {
    Object.assign(site.settings, {
      SITE_URL: origin,
      TRUST_PROXY: '1',
      HSTS_SECONDS: '86400',
      SECRET: PLANTED.secret,
      DATABASE_URL: postgres.url,
      LOG_LEVEL: 'debug',
      ALERT_WEBHOOK_URL: `${webhook.url}/planted-hook`,
      PROVIDER_URL: platform.origin.replace('https:', 'http:'),
    });
    await expectRed(/^provider-tcp: .* -> PROVIDER_URL: write https:/);
    site.settings['PROVIDER_URL'] = platform.origin;

    await expectRed(/^provider-tls: .*authority.* -> .*NODE_EXTRA_CA_CERTS=/);
    // The provider's authority, and that of the school's own address here.
    const authorities = join(dataDir, 'authorities.pem');
    for (const file of [resolve('tests/support/fixtures/private-ca/ca.pem'), nginx.certificate])
      appendFileSync(authorities, readFileSync(file));
    site.settings['NODE_EXTRA_CA_CERTS'] = authorities;

    await expectRed(/^provider-calls: .*status 404 -> PROVIDER_URL .* path prefix/);
    site.settings['PROVIDER_URL'] += PREFIX;

    await expectRed(/^list-notification: .*status 401 -> PROVIDER_TOKEN: compare it/);
    site.settings['PROVIDER_TOKEN'] = PLANTED.firstToken;

    await expect.poll(() => site.doctor(), MINUTES).toEqual([]);
  });

  test("gives it the school's name, colours, a menu entry, a page and a document", async () => {
    const siteJson = join(clone, 'content/site.json');
    const content = JSON.parse(readFileSync(siteJson, 'utf8')) as {
      name: string;
      menu: object[];
      colours: { brand: string };
    };
    content.name = 'Gangotri Public School';
    content.menu.push({ label: 'Bus rules', to: '/files/bus-rules.pdf' });
    content.colours.brand = '#fff3b0';
    writeFileSync(siteJson, JSON.stringify(content, null, 2));
    writeFileSync(join(clone, 'content/pages/transport.md'), TRANSPORT);
    const early = await site.run('build');
    expect(early.code).toBe(1);
    expect(early.out + early.errors).toMatch(/content\/.*bus-rules\.pdf/);
    expect(early.out + early.errors).toMatch(
      /colours: text on .* has a contrast of [\d.]+, but needs 4\.5/,
    );
    content.colours.brand = MAROON;
    writeFileSync(siteJson, JSON.stringify(content, null, 2));
    writeFileSync(join(clone, 'content/files/bus-rules.pdf'), pdfBytes(2_000));
    expect((await site.run('build')).code).toBe(0);
  });

  test('starts two instances behind nginx', async () => {
    await site.start(0);
    await site.start(1);
    const home = await page('/HomeFr');
    expect(home).toContain('Gangotri Public School');
    expect(home).toMatch(/<nav id="menu".*>School transport<.*>Bus rules<.*<\/nav>/s);
    const styles = /<link rel="stylesheet" href="([^"]+)"/.exec(home)?.[1] ?? '';
    expect(await page(styles)).toContain(`--brand:${MAROON}`);
    expect(await page('/transport')).toContain('Buses leave at <strong>7:10</strong>');
    expect((await nginx.request('/files/bus-rules.pdf')).headers['content-type']).toBe(
      'application/pdf',
    );
    for (const sent of [await visitors.enquire(), await visitors.apply()])
      expect([200, 202]).toContain(sent.status);
    await expectWell();
  });

  test('accepts what visitors send, and logs only that something failed', async () => {
    const before = await site.scrape();
    expect((await visitors.enquire({ email: 'planted-no-address' })).status).toBe(422);
    expect((await visitors.apply(Buffer.from('Plantedtext, and no PDF'))).status).toBe(422);
    expect((await visitors.apply(pdfBytes(6 * 1024 * 1024))).status).toBe(413);
    expect(await visitors.lookUp()).toBe(404);
    expect((await nginx.request('/Events?q=plantedsearch')).status).toBe(200);
    platform.rejectForms(true);
    const sent = await visitors.enquire();
    // On a busy machine the platform may respond after the five seconds of a visitor's wait.
    expect([202, 502]).toContain(sent.status);
    deadLetter = sent.name;
    await expect.poll(() => site.metric('gis_outbox_dead')).toContain('1');
    platform.rejectForms(false);
    await expectAlert(before, 'GisDeadLetters', 'npm run outbox -- list');
    platform.publish(PUBLISHED);
  });

  /** Each failure, and the recovery after it. */
  const goesThrough = (errors: readonly TeamFailure[]) => {
    test.for(errors)(
      'has $what: pages go on, the doctor, the log and an alert name the remedy, and all is well after it',
      async ({ missing, happen, red, log, metric, alert: [name, remedy], fix }, { skip }) => {
        skip(typeof missing === 'string', missing ?? '');
        const team = { site, nginx, platform, postgres, disk };
        const before = await site.scrape();
        await happen(team);
        expect(await uncachedHome()).toContain('Gangotri Public School');
        for (const sent of [await visitors.enquire(), await visitors.apply()])
          expect([200, 202, 503]).toContain(sent.status);

        if (red !== null) await expectRed(red);
        await expect.poll(() => log[0](team)).toContain(log[1]);
        await expect
          .poll(() => site.metric(metric[0]))
          .toContainEqual(expect.stringMatching(metric[1]) as unknown);
        await expectAlert(before, name, remedy);

        await fix(team);
        await expectWell();
      },
    );
  };

  goesThrough(TEAM_FAILURES.filter(({ restarts }) => restarts !== true));

  test('publishes: what the platform gets shows by itself', async () => {
    site.skipTime(FRESH_MS);
    // Past nginx's copy, which is fresh for a minute of its own.
    await expect.poll(async () => (await uncachedHome()).includes(PUBLISHED), MINUTES).toBe(true);
  });

  test('gets an alert of a dead letter, and sends it again', async () => {
    site.skipTime(ALERT_CHECK_MS);
    await expect.poll(() => webhook.bodies.join(), MINUTES).toContain('"event":"dead-letters"');
    const { out } = await site.run('outbox', 'list');
    const [, reference = ''] = /^(\S+) +dead/m.exec(out) ?? [];
    expect(await site.run('outbox', 'retry', reference)).toMatchObject({
      code: 0,
      out: '1 to be sent again now.\n',
    });
    if (deadLetter !== null && !visitors.acknowledged.includes(deadLetter))
      visitors.acknowledged.push(deadLetter);
    deadLetter = null;
    await expectWell();
  });

  goesThrough(TEAM_FAILURES.filter(({ restarts }) => restarts === true));

  test('has nothing of a visitor, no token and no password in any log, metric, command or alert', () => {
    const heard = [
      ...site.heard,
      ...webhook.bodies,
      nginx.log('access.log'),
      nginx.log('error.log'),
    ];
    const text = heard.join('\n');
    expect(FAILURES.filter((event) => !text.includes(`"event":"${event}"`))).toEqual([]);
    expect(plantedIn(heard)).toEqual([]);
    const found = [PLANTED.phone, 'Planted ABC', PLANTED.nextToken];
    expect(plantedIn(found)).toEqual(found);
  });
});
