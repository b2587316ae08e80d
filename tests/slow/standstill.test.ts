import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { beginUpload } from '../support/begin-upload.ts';
import { postForm } from '../support/post-form.ts';
import { describeStores, usePostgres } from '../support/postgres.ts';
import { startProcess, type Process } from '../support/process.ts';
import { IS_THOROUGH, SOON } from '../support/effort.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';

const STANDSTILL_MS = IS_THOROUGH ? 60_000 : 1_500;
const VISITORS = 8;

const postgres = usePostgres();

const enquire = async ({ port }: Process, name: string) => (await postForm(port, name)).status;

describeStores('a suspended process, on', (store) => {
  test('O1: after SIGSTOP and SIGCONT all get a response, and each submission arrives once', async () => {
    const provider = await providerOfTest({ has: 'nothing' });
    const site = await startProcess({
      PROVIDER_URL: provider.url,
      SECRET: 's'.repeat(32),
      // Empty is unset.
      DATABASE_URL: store === 'SQLite' ? '' : await postgres.newDatabase(),
    });
    const names = () => provider.received.map(({ fields }) => String(fields['name'])).toSorted();
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
    expect(new Set(provider.received.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    // A repeated delivery would be before this one.
    expect([200, 202]).toContain(await enquire(site, 'Third'));
    await expect.poll(names, SOON).toEqual(['First', 'Second', 'Third', 'Upload']);
    site.child.kill('SIGTERM');
    expect(await site.exited).toEqual([0, null]);
    expect(names()).toHaveLength(4);
  });
});
