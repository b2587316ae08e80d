import { createServer } from 'node:http';
import { build } from 'esbuild';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Act, Device, Scripts } from '../../support/device/device.ts';
import { holds } from '../../support/holds.ts';
import { portOfTest } from '../../support/port-of-test.ts';
import { sharedBrowser } from '../../support/site-in-browser.ts';

const FOLDER = 'tests/support/device';

const ACTS = {
  submit: 8,
  look: 3,
  open: 3,
  'open without its script': 1,
  close: 3,
  delete: 1,
  'go offline': 3,
  'go online': 3,
  sync: 2,
  'stop the worker': 1,
  takes: 2,
  busy: 1,
  rejects: 1,
} satisfies Record<Act, number>;

const act = fc.oneof(
  ...Object.entries(ACTS).map(([name, weight]) => ({
    arbitrary: fc.constant(name as Act),
    weight,
  })),
);
const steps = fc.array(fc.record({ act, tab: fc.nat(1) }, { noNullPrototype: true }), {
  minLength: 4,
  maxLength: 16,
  size: 'max',
});
/** Of what waits in the pages, the one that goes on next. */
const choices = fc.array(fc.nat(65_535), { minLength: 60, maxLength: 160, size: 'max' });

const browser = sharedBrowser();
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Device</title>');
});

async function bundle(file: string, globalName: string, isWorker = false): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${FOLDER}/${file}`],
    bundle: true,
    minify: true,
    write: false,
    globalName,
    jsx: 'automatic',
    define: { IN_WORKER: String(isWorker), 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

test('O10: however steps of two tabs, a worker and a network interleave, each saved form is sent once or listed', async () => {
  const { page } = await browser.visit(`http://127.0.0.1:${await portOfTest(server)}/`);
  const scripts: Scripts = {
    tab: await bundle('tab.tsx', 'script'),
    worker: await bundle('worker.ts', 'script', true),
  };
  await page.addScriptTag({ content: await bundle('device.ts', 'device') });
  await page.evaluate((all) => void Object.assign(window, { scripts: all }), scripts);
  await holds(
    fc.asyncProperty(steps, choices, async (more, order) => {
      const errors = await page.evaluate(
        ({ all, choices: made }) => {
          const { device, scripts: given } = window as unknown as Page;
          return new device.Device(given, made).run(all);
        },
        { all: [{ act: 'open', tab: 0 } as const, ...more], choices: order },
      );
      expect(errors).toEqual([]);
    }),
    { runs: 40 },
  );
});

type Page = { device: { Device: typeof Device }; scripts: Scripts };
