import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasFirefox, openFirefox } from './harness/browser-firefox.ts';
import { hasWebKit, openWebKit } from './harness/browser-webkit.ts';
import { startSite, type TestSite } from './harness/site.ts';
import { KEYS, type Engine, type EngineVisit } from './harness/webdriver.ts';

const VIEWPORTS = [
  [360, 740],
  [1280, 800],
] as const;

/** The engines besides Chromium, which all other tests use. */
const ENGINES = [
  { name: 'WebKit', isThere: hasWebKit(), start: openWebKit },
  { name: 'Firefox', isThere: hasFirefox(), start: openFirefox },
];

for (const { name, isThere, start } of ENGINES)
  describe.skipIf(!isThere)(`in ${name}`, () => {
    let engine: Engine;
    let site: TestSite;
    let visit: EngineVisit;

    beforeAll(async () => {
      [engine, site] = await Promise.all([
        start(),
        startSite({ prewarm: true, sharesPictures: true }),
      ]);
      visit = await engine.visit();
    });
    afterAll(async () => {
      await visit.close();
      await engine.close();
      await site.close();
    });

    /** Boxes of elements in the viewport, by selector; null where there is none. */
    async function boxes(...selectors: readonly string[]) {
      return await visit.evaluate(
        (wanted: readonly string[]) =>
          wanted.map((selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            return box === undefined
              ? null
              : { top: box.top, bottom: box.bottom, height: box.height };
          }),
        selectors,
      );
    }

    test.each(VIEWPORTS)(
      'R-070 R-072: at %i x %i pixels the dialog shows its slide, whole and inside the screen',
      async (width, height) => {
        await visit.resize(width, height);
        await visit.open(`${site.url}/Home`);
        await expect.poll(async () => (await boxes('dialog.popup[open]'))[0] !== null).toBe(true);
        const [dialog, slides, heading, controls] = await boxes(
          'dialog.popup',
          '.popup-slides',
          '.popup-slide.is-current h3',
          '.popup-controls',
        );
        expect(slides?.height).toBeGreaterThan(200);
        expect(heading?.height).toBeGreaterThan(10);
        expect(heading?.top).toBeGreaterThan(slides?.top ?? Infinity);
        expect(heading?.bottom).toBeLessThan(slides?.bottom ?? 0);
        expect(controls?.bottom).toBeLessThanOrEqual((dialog?.bottom ?? 0) + 1);
        expect(dialog?.top).toBeGreaterThanOrEqual(0);
        expect(dialog?.bottom).toBeLessThanOrEqual(height);
        await visit.type(KEYS.Escape);
        await expect
          .poll(() => visit.evaluate(() => document.querySelector('dialog.popup h2')?.textContent))
          .toBe('Upcoming Events');
      },
    );

    test('R-068 R-105 R-177: the menu opens, a filter filters, and an empty form names what is missing', async () => {
      await visit.resize(360, 740);
      await visit.open(`${site.url}/Events`);
      await visit.click('.menu-button');
      await expect.poll(async () => (await boxes('#menu'))[0]?.height ?? 0).toBeGreaterThan(400);
      await visit.type(KEYS.Escape);
      await expect.poll(async () => (await boxes('#menu'))[0]?.height ?? 0).toBe(0);

      const count = () => visit.evaluate(() => document.querySelectorAll('.cards article').length);
      const all = await count();
      await visit.click('.filters input[name="q"]');
      await visit.type('annual');
      await expect.poll(count).toBeLessThan(all);
      await expect.poll(() => visit.evaluate(() => location.search)).toContain('q=annual');

      await visit.open(`${site.url}/Career`);
      await visit.click('form.form button[type="submit"]');
      await expect
        .poll(() => visit.evaluate(() => document.querySelector('form.form')?.textContent))
        .toContain('Name is required.');
    });
  });
