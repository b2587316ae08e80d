import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endProcess } from '../support/child-process.ts';
import { IS_THOROUGH } from '../support/effort.ts';
import { freePort } from '../support/free-port.ts';
import type { Process } from '../support/process.ts';
import { copyRelease } from '../support/release.ts';

const PUBLICATIONS = IS_THOROUGH ? 20 : 3;
const PATHS = ['/HomeFr', '/Vision', '/nekhpur/Documents', '/files/noc.pdf', '/Fees', '/hi/Vision'];

test(`K1: no request fails during ${PUBLICATIONS} publications with a restart of each instance`, async () => {
  const release = copyRelease();
  release.write('pages/vision.md', '# Vision\n\n![Our aim](vision.svg)\n\nPublication 0.\n');
  expect((await release.publish()).code).toBe(0);
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number) => release.start({ PORT: String(port) });
  const instances: Process[] = [await start(ports[0]), await start(ports[1])];

  /** As nginx does: the other instance, when one is down. */
  async function request(path: string, turn: number): Promise<Response> {
    const [first, second] = [ports[turn % 2], ports[(turn + 1) % 2]];
    return await fetch(`http://127.0.0.1:${first}${path}`).catch(() =>
      fetch(`http://127.0.0.1:${second}${path}`),
    );
  }

  const failed: string[] = [];
  let requests = 0;
  const end = new AbortController();
  async function visit(path: string): Promise<void> {
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      requests += 1;
      const response = await request(path, turn).catch((error: unknown) => String(error));
      const text = typeof response === 'string' ? response : await response.text();
      if (typeof response === 'string' || response.status !== 200) failed.push(`${path}: ${text}`);
      // A page that one instance has rendered names pictures that the other may not have yet.
      const [, picture] = /src="(\/assets\/vision-[^"]+)"/.exec(text) ?? [];
      if (picture !== undefined) {
        requests += 1;
        const image = await request(picture, turn + 1).catch(() => null);
        await image?.arrayBuffer();
        if (image?.status !== 200) failed.push(picture);
      }
      await setTimeout(20);
    }
  }
  const visits = PATHS.map(visit);
  const seconds: number[] = [];
  for (let number = 1; number <= PUBLICATIONS; number += 1) {
    const began = performance.now();
    release.write(
      'pages/vision.md',
      `# Vision\n\n![Our aim](vision.svg)\n\nPublication ${number}.\n`,
    );
    release.write(
      'pictures/vision.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 ${number}h9"/></svg>`,
    );
    expect((await release.publish()).code).toBe(0);
    for (const [at, port] of ports.entries()) {
      const instance = instances[at];
      if (instance !== undefined) await endProcess(instance.child);
      instances[at] = await start(port);
    }
    const page = await (await request('/Vision', number)).text();
    expect(page).toContain(`Publication ${number}.`);
    seconds.push((performance.now() - began) / 1_000);
  }
  end.abort();
  await Promise.all(visits);
  const median = seconds.toSorted((one, other) => one - other)[Math.floor(seconds.length / 2)];
  process.stdout.write(`${requests} requests, ${median?.toFixed(1)} s a publication\n`);
  expect(failed).toEqual([]);
}, 0);
