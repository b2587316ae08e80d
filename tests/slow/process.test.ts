import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';

test('R-260, R3: without settings the site starts, is healthy and ready, and logs that its content is a sample', async () => {
  const { url, lines } = await startProcess();
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ready' });
  expect(lines.find(({ event }) => event === 'sample-content')).toMatchObject({ level: 'warn' });
  expect(await (await fetch(`${url}/HomeFr`)).text()).toContain('Sample content');
});

test('a port in use ends the process with 1 and is logged', async () => {
  const first = await startProcess();
  const { port } = new URL(first.url);
  const second = await startProcess({ PORT: port });
  expect(await second.exited).toEqual([1, null]);
});
