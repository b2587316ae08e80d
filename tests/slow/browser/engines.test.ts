import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../../support/browser-chromium.ts';
import { hasFirefox, openFirefox } from '../../support/browser-firefox.ts';
import { hasWebKit, openWebKit } from '../../support/browser-webkit.ts';
import { JOURNEYS } from '../../support/journeys.ts';
import { startNetwork, type Network } from '../../support/network.ts';
import { DIALOG_AND_LATER, POPOVER } from '../../support/old-browser.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import type { Engine, EngineVisit } from '../../support/webdriver.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

const AT_DESK = JOURNEYS.filter(({ differsAtDesk }) => differsAtDesk);

/** HTTP tests have shown what a desk gets without scripts. */
const WALKS = [
  { ...PHONE, isScripted: true, hasDialogs: true, journeys: JOURNEYS },
  { ...PHONE, isScripted: false, hasDialogs: false, journeys: JOURNEYS },
  { ...DESK, isScripted: true, hasDialogs: true, journeys: AT_DESK },
];

/** Browsers without dialogs have no popovers either; those are all on phones. */
const OLD = [
  { missing: [POPOVER], ...PHONE, journeys: JOURNEYS },
  { missing: [POPOVER], ...DESK, journeys: AT_DESK },
  { missing: [POPOVER, DIALOG_AND_LATER], ...PHONE, journeys: JOURNEYS },
].map(({ missing, ...walk }) => ({
  name: `Chromium without ${missing.map(({ name }) => name).join(', ')}`,
  isThere: true,
  start: () => openChromium(missing),
  walks: [{ ...walk, isScripted: true, hasDialogs: !missing.includes(DIALOG_AND_LATER) }],
}));

/** A Chromium of today is that of tests/browser. */
const ENGINES = [
  { name: 'Firefox', isThere: hasFirefox(), start: openFirefox },
  { name: 'WebKit', isThere: hasWebKit(), start: openWebKit },
].map((engine) => ({ ...engine, walks: WALKS }));

let site: TestSite;
/** Of another site, whose pages browsers keep. */
let network: Network;
let keptSite: TestSite;
/** Counts the visitors. */
let visitors = 0;

beforeAll(async () => {
  site = await startSite({ hasLists: true, sharesPictures: true });
  site.provider.certificate = { data: 'certificates/gis-2024-001.jpg' };
  network = await startNetwork();
  const environment = { SITE_URL: network.url, SERVICE_WORKER: 'on' };
  keptSite = await startSite({ hasLists: true, sharesPictures: true, environment });
  network.leadTo(Number(new URL(keptSite.url).port));
});
afterAll(async () => {
  await site.close();
  await network.close();
  await keptSite.close();
});

describe.each([...ENGINES, ...OLD])('in $name', ({ isThere, start, walks }) => {
  let engine: Engine;
  beforeAll(async () => {
    if (isThere) engine = await start();
  });
  afterAll(() => (isThere ? engine.close() : undefined));

  describe.skipIf(!isThere).each(walks)(
    'at $width px, JavaScript $isScripted',
    ({ width, height, journeys, ...walk }) => {
      let visit: EngineVisit;
      const phone = String(9_000_000_000 + (visitors += 1));
      beforeAll(async () => {
        visit = await engine.visit({ javaScript: walk.isScripted });
        await visit.resize(width, height);
      });
      afterAll(() => visit.close());

      test.each(journeys)('$name', async (journey) => {
        await journey.go({ visit, site, ...walk, height, phone, network });
        const lines = [site, keptSite].flatMap((each) => each.lines.splice(0));
        expect(lines.filter(({ event }) => event === 'browser-error')).toEqual([]);
      });
    },
  );
});
