import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../../support/browser-chromium.ts';
import { hasFirefox, openFirefox } from '../../support/browser-firefox.ts';
import { hasWebKit, openWebKit } from '../../support/browser-webkit.ts';
import { JOURNEYS, LANGUAGE, OFFLINE } from '../../support/journeys.ts';
import { startNetwork, type Network } from '../../support/network.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import type { Engine, EngineVisit } from '../../support/webdriver.ts';

const ENGINES = [
  { name: 'Chromium', isThere: true, start: async () => openChromium() },
  { name: 'Firefox', isThere: hasFirefox(), start: openFirefox },
  { name: 'WebKit', isThere: hasWebKit(), start: openWebKit },
];

/** Once on a phone and once at a desk, each with and without scripts. */
const WALKS = [
  { width: 360, height: 740, isScripted: true },
  { width: 360, height: 740, isScripted: false },
  { width: 1280, height: 800, isScripted: true },
  { width: 1280, height: 800, isScripted: false },
].map((walk) => ({ ...walk, label: `${walk.width} px, JavaScript ${walk.isScripted}` }));

/** What became of each journey, by journey and then by engine and walk; printed when PRINT_TABLE is set. */
const results = new Map<string, Map<string, string>>();

let site: TestSite;
/** Of another site, whose pages browsers keep. */
let network: Network;
let keptSite: TestSite;
/** Counts the visitors. */
let visitors = 0;

beforeAll(async () => {
  site = await startSite({ prewarm: true, sharesPictures: true });
  site.provider.certificate = { data: 'certificates/gis-2024-001.jpg' };
  network = await startNetwork();
  const environment = { SITE_URL: network.url, SERVICE_WORKER: 'on' };
  keptSite = await startSite({ prewarm: true, sharesPictures: true, environment });
  network.leadTo(Number(new URL(keptSite.url).port));
});
afterAll(async () => {
  await site.close();
  await network.close();
  await keptSite.close();
  if (process.env['PRINT_TABLE'] !== undefined)
    console.table(
      Object.fromEntries(
        [...results].map(([journey, byWalk]) => [journey, Object.fromEntries(byWalk)]),
      ),
    );
});

describe.each(ENGINES)('in $name', ({ name, isThere, start }) => {
  let engine: Engine;
  beforeAll(async () => {
    if (isThere) engine = await start();
  });
  afterAll(() => (isThere ? engine.close() : undefined));

  describe.skipIf(!isThere).each(WALKS)('at $label', ({ width, height, isScripted, label }) => {
    let visit: EngineVisit;
    const phone = String(9_000_000_000 + (visitors += 1));
    beforeAll(async () => {
      visit = await engine.visit({ javaScript: isScripted });
      await visit.resize(width, height);
    });
    afterAll(async () => {
      await visit.close();
    });

    test.each([...JOURNEYS, LANGUAGE, OFFLINE])('$name, and no script fails', async (journey) => {
      const row = results.get(journey.name) ?? new Map<string, string>();
      results.set(journey.name, row.set(`${name}, ${label}`, 'failed'));
      const hasDialogs = isScripted;
      const isPossible = await journey.go({
        visit,
        site,
        isScripted,
        hasDialogs,
        height,
        phone,
        network,
      });
      const lines = [...site.lines, ...keptSite.lines];
      expect(lines.filter(({ event }) => event === 'browser-error')).toEqual([]);
      row.set(`${name}, ${label}`, isPossible === false ? 'not possible' : 'done');
    });
  });
});
