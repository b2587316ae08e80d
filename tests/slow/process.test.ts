import http from 'node:http';
import { expect, test } from 'vitest';
import { watchLateness } from '../support/cpu.ts';
import { ADMISSION } from '../support/form-page.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { startProcess } from '../support/process.ts';

test('P2: a stop ends within 12 s while provider and upload hang, and loses no form', async () => {
  const provider = await startTestProvider();
  await provider.fail('forms', 'hang');
  const first = await startProcess({ PROVIDER_URL: provider.url });
  const phones = Array.from({ length: 100 }, (_, index) => String(9_000_000_000 + index));
  const posts = phones.map((phone) =>
    fetch(`${first.url}/Admission`, {
      method: 'POST',
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...ADMISSION, phone }),
    }),
  );
  const upload = http.request(`${first.url}/Career`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'sec-fetch-site': 'same-origin',
      'transfer-encoding': 'chunked',
    },
  });
  upload.on('error', () => undefined);
  upload.write('--b\r\n');
  await expect.poll(() => provider.attempts.length).toBeGreaterThan(0);
  const signalledAt = performance.now();
  const lateMs = watchLateness();
  first.child.kill('SIGTERM');
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses).toEqual(phones.map(() => 202));
  expect(await first.exited).toEqual([0, null]);
  expect(performance.now() - signalledAt - lateMs()).toBeLessThan(12_000);

  await provider.heal();
  await startProcess({ PROVIDER_URL: provider.url, DATA_DIR: first.dataDir });
  const received = () => new Set(provider.received.map(({ fields }) => fields['phone']));
  await expect.poll(() => received().size, { timeout: 60_000 }).toBe(phones.length);
});
