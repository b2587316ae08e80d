import { once } from 'node:events';
import http from 'node:http';
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

test('R3: readiness does not depend on the provider, and a start without SITE_URL is logged', async () => {
  const { url, port, lines } = await startProcess({ PROVIDER_URL: 'http://127.0.0.1:9' });
  expect(lines.find(({ event }) => event === 'site-url-unset')).toMatchObject({
    level: 'warn',
    url: `http://localhost:${port}`,
  });
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(200);
  expect((await fetch(`${url}/HomeFr`)).status).toBe(200);
});

test('R1: after SIGTERM requests in flight are served, new connections are refused, and the process ends with 0', async () => {
  const site = await startProcess();
  const { port } = new URL(site.url);
  const agent = new http.Agent({ keepAlive: true });
  // A request whose body is incomplete when the signal arrives.
  const request = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/Admission',
    agent,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'transfer-encoding': 'chunked',
    },
  });
  request.write('name=');
  await fetch(`${site.url}/healthz`);
  site.child.kill('SIGTERM');
  await site.logged('stopping');
  request.end('Asha');
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  expect(response.statusCode).toBe(422);
  expect(await site.exited).toEqual([0, null]);
  await expect(fetch(site.url)).rejects.toThrow('fetch failed');
  agent.destroy();
});

test('a port in use ends the process with 1 and is logged', async () => {
  const first = await startProcess();
  const { port } = new URL(first.url);
  const second = await startProcess({ PORT: port });
  expect(await second.exited).toEqual([1, null]);
});
