import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../../support/browser-chromium.ts';
import { JOURNEYS } from '../../support/journeys.ts';
import { FEATURES } from '../../support/old-browser.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import type { Engine, EngineVisit } from '../../support/webdriver.ts';

const PHONE = { width: 360, height: 740 };
/** Where the menu's groups open beside each other. */
const DESK = { width: 1280, height: 800 };

/** Old browsers are on old phones; of what takes part in the menu also at a desk. */
const WALKS = [
  ...FEATURES.map((feature) => ({ feature, ...PHONE })),
  ...FEATURES.filter(({ name }) => name === 'popover').map((feature) => ({ feature, ...DESK })),
].map((walk) => ({ ...walk, label: `${walk.width} px, without ${walk.feature.name}` }));

let site: TestSite;
/** Counts the visitors. */
let visitors = 0;

beforeAll(async () => {
  site = await startSite({ prewarm: true, sharesPictures: true });
  site.provider.certificate = { data: 'certificates/gis-2024-001.jpg' };
});
afterAll(() => site.close());

/** What scripts have done wrong. */
function faults(): string[] {
  return site.lines
    .splice(0)
    .filter(({ event }) => event === 'browser-fault')
    .map(({ cause, place }) => `${String(cause)} at ${String(place)}`);
}

describe.each(WALKS)('at $label', ({ feature, width, height }) => {
  let engine: Engine;
  let visit: EngineVisit;
  const phone = String(9_000_000_000 + (visitors += 1));
  beforeAll(async () => {
    engine = await openChromium(feature);
    visit = await engine.visit({ javaScript: true });
    await visit.resize(width, height);
  });
  afterAll(async () => {
    await visit.close();
    await engine.close();
  });

  test.each(JOURNEYS)('$name, and no script fails', async (journey) => {
    const hasDialogs = feature.name !== 'dialog';
    await journey.go({ visit, site, isScripted: true, hasDialogs, height, phone });
    expect(faults()).toEqual([]);
  });
});
