import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { endProcess } from '../support/child-process.ts';
import { bundleFormProcess, type FormProcess } from '../support/crash/form-process-bundle.ts';
import { RUNS } from '../support/effort.ts';
import { rowsIn } from '../support/outbox-rows.ts';
import { pdfBytes } from '../support/pdf.ts';
import { postForm } from '../support/post-form.ts';
import { NO_POSTGRES, usePostgres, type StoreName } from '../support/postgres.ts';
import { sha256 } from '../support/providers/submissions.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** How often a process is killed. */
const ROUNDS = 20;

let processes: Awaited<ReturnType<typeof bundleFormProcess>>;
const postgres = usePostgres();

type FormResponse = { name: string; status: number; hash: string | null };

beforeAll(async () => {
  processes = await bundleFormProcess();
  return () => processes.remove();
});

/** A provider, and instances on one store of their own. */
async function openCluster(store: StoreName) {
  const provider = await providerOfTest({ has: 'nothing' });
  const databaseUrl = store === 'SQLite' ? null : await postgres.newDatabase();
  const folder = temporaryFolder();
  const responses: FormResponse[] = [];
  let sent = 0;

  async function start(name: string): Promise<FormProcess> {
    const instance = await processes.start({
      dataDir: join(folder, name),
      databaseUrl,
      providerUrl: provider.url,
      outboxLimits: {
        firstRetryMs: 200,
        longestRetryMs: 1_000,
        scanMs: 300,
        leaseMs: 3_000,
        respondWithinMs: 100,
      },
      providerLimits: { formMs: 2_000 },
    });
    onTestFinished(() => void instance.child.kill('SIGKILL'));
    return instance;
  }

  /** One submission; each fourth has a CV. */
  async function post({ port }: FormProcess): Promise<void> {
    sent += 1;
    const name = `Parent ${sent}`;
    const cv = sent % 4 === 0 ? pdfBytes(200_000) : null;
    try {
      const { status } = await postForm(port, name, cv);
      responses.push({ name, status, hash: cv && sha256(cv) });
    } catch {
      // Its instance has been killed.
    }
  }

  /** Posts to the instances in turn, at a constant rate, until the returned function is called. */
  function load(instances: readonly FormProcess[], { perSecond }: { perSecond: number }) {
    const posts: Promise<void>[] = [];
    const timer = setInterval(() => {
      const instance = instances[posts.length % instances.length];
      if (instance !== undefined) posts.push(post(instance));
    }, 1_000 / perSecond);
    return async () => {
      clearInterval(timer);
      await Promise.all(posts);
    };
  }

  const isAcknowledged = ({ status }: FormResponse) => status === 200 || status === 202;

  /** Resolves when so many more have been acknowledged. */
  async function acknowledge(more: number): Promise<void> {
    const count = () => responses.filter(isAcknowledged).length;
    const wanted = count() + more;
    await expect.poll(count).toBeGreaterThanOrEqual(wanted);
  }

  /** Acknowledged submissions that the provider does not have, CV included. */
  function missing(): string[] {
    const hashes = new Map(
      provider.received.map(({ fields, files }) => [
        fields['name'] ?? '',
        files[0]?.sha256 ?? null,
      ]),
    );
    return responses
      .filter((response) => isAcknowledged(response) && hashes.get(response.name) !== response.hash)
      .map(({ name }) => name);
  }

  /** Submissions under more than one key. */
  function doubles(): string[] {
    const keys = new Map<string, Set<string>>();
    for (const { fields, idempotencyKey } of provider.received) {
      const name = fields['name'] ?? '';
      keys.set(name, (keys.get(name) ?? new Set()).add(idempotencyKey ?? ''));
    }
    return [...keys].filter(([, of]) => of.size > 1).map(([name]) => name);
  }

  const onDisk = (name: string) => rowsIn(join(folder, name), 'waiting');

  return {
    provider,
    start,
    post,
    load,
    responses,
    isAcknowledged,
    acknowledge,
    missing,
    doubles,
    onDisk,
  };
}

test.each(Array.from({ length: RUNS }, (_, run) => ({ run: run + 1 })))(
  `O1: ${ROUNDS} times kill -9 under 200 submissions a second lose nothing that was acknowledged (run $run)`,
  async () => {
    const cluster = await openCluster('SQLite');
    await cluster.provider.fail('forms', { status: 503 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const instance = await cluster.start('only');
      const stop = cluster.load([instance], { perSecond: 200 });
      await cluster.acknowledge(5);
      await setTimeout((round * 37) % 120);
      await endProcess(instance.child, 'SIGKILL');
      await stop();
    }
    await cluster.provider.heal();
    await cluster.start('only');
    await expect.poll(() => cluster.missing()).toEqual([]);
    expect(cluster.doubles()).toEqual([]);
  },
);

describe.skipIf(NO_POSTGRES !== null)('on one PostgreSQL', () => {
  test('R-181: kill -9 of an instance and of the database under load: no submission is lost, none has two keys', async () => {
    const cluster = await openCluster('PostgreSQL');
    const steady = await cluster.start('steady');
    const victim = await cluster.start('victim');
    const instances = [steady, victim];
    const stop = cluster.load(instances, { perSecond: 20 });
    await cluster.acknowledge(50);
    await endProcess(victim.child, 'SIGKILL');
    await cluster.acknowledge(10);
    instances[1] = await cluster.start('victim');
    await cluster.acknowledge(30);
    const before = cluster.responses.length;
    await postgres.kill();
    await cluster.acknowledge(40);
    const during = cluster.responses.slice(before);
    await postgres.start();
    await cluster.acknowledge(40);
    await stop();
    expect(during.length).toBeGreaterThanOrEqual(40);
    expect(during.filter((response) => !cluster.isAcknowledged(response))).toEqual([]);
    expect(cluster.responses.filter(({ status }) => status >= 500)).toEqual([]);
    await expect.poll(() => cluster.missing()).toEqual([]);
    expect(cluster.doubles()).toEqual([]);
    // Each is taken from the disk after the database has it, and may be delivered in between.
    await expect.poll(() => [...cluster.onDisk('steady'), ...cluster.onDisk('victim')]).toEqual([]);
  });

  test('what was stored on disk without the database survives a kill -9, and moves when both are back', async () => {
    const cluster = await openCluster('PostgreSQL');
    const first = await cluster.start('only');
    await postgres.kill();
    try {
      await Promise.all([1, 2, 3, 4].map(() => cluster.post(first)));
      expect(cluster.responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
      expect(cluster.onDisk('only')).toHaveLength(4);
      await endProcess(first.child, 'SIGKILL');
      // Starts without its database too.
      await cluster.post(await cluster.start('only'));
      expect(cluster.onDisk('only')).toHaveLength(5);
    } finally {
      await postgres.start();
    }
    await expect.poll(() => cluster.missing()).toEqual([]);
    expect(cluster.responses).toHaveLength(5);
    const keys = cluster.provider.received.map(({ idempotencyKey }) => idempotencyKey);
    // A late response on a busy machine repeats a delivery.
    expect(new Set(keys).size).toBe(5);
    await expect.poll(() => cluster.onDisk('only')).toEqual([]);
  });
});
