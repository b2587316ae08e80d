import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../../support/browser-chromium.ts';
import { JOURNEYS } from '../../support/journeys.ts';
import { FEATURES } from '../../support/old-browser.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import type { Engine, EngineVisit } from '../../support/webdriver.ts';

const PHONE = { width: 360, height: 740 };
/** Where the menu's groups open beside each other. */
const DESK = { width: 1280, height: 800 };

/** Parts of the site that do not need each other go together. */
const TOGETHER = FEATURES.filter(({ name }) => name !== 'popover' && name !== 'dialog');

/** Old browsers are on old phones; the menu differs on a desk. */
const WALKS = [
  { features: FEATURES.filter(({ name }) => name === 'popover'), ...PHONE },
  { features: FEATURES.filter(({ name }) => name === 'popover'), ...DESK },
  { features: FEATURES.filter(({ name }) => name === 'dialog'), ...PHONE },
  { features: TOGETHER, ...PHONE },
].map((walk) => ({
  ...walk,
  label: `${walk.width} px, without ${walk.features.map(({ name }) => name).join(', ')}`,
}));

let site: TestSite;
/** Counts the visitors. */
let visitors = 0;

beforeAll(async () => {
  site = await startSite({ prewarm: true, sharesPictures: true });
  site.provider.certificate = { data: 'certificates/gis-2024-001.jpg' };
});
afterAll(() => site.close());

/** What scripts have done wrong. */
function errors(): string[] {
  return site.lines
    .splice(0)
    .filter(({ event }) => event === 'browser-error')
    .map(({ cause, place }) => `${String(cause)} at ${String(place)}`);
}

describe.each(WALKS)('at $label', ({ features, width, height }) => {
  let engine: Engine;
  let visit: EngineVisit;
  const phone = String(9_000_000_000 + (visitors += 1));
  beforeAll(async () => {
    engine = await openChromium(features);
    visit = await engine.visit({ javaScript: true });
    await visit.resize(width, height);
  });
  afterAll(async () => {
    await visit.close();
    await engine.close();
  });

  test.each(JOURNEYS)('$name, and no script fails', async (journey) => {
    const hasDialogs = !features.some(({ name }) => name === 'dialog');
    await journey.go({ visit, site, isScripted: true, hasDialogs, height, phone });
    expect(errors()).toEqual([]);
  });
});
