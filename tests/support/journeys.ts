import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ADMISSION, SUCCESS } from './form-page.ts';
import type { Network } from './network.ts';
import { isKept } from './offline-site.ts';
import { sidewaysScroll } from './page-checks.ts';
import { pdfBytes } from './pdf.ts';
import type { TestSite } from './site.ts';
import { KEYS, type EngineVisit } from './webdriver.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A visitor who goes through the site in one window. */
export type Walk = {
  visit: EngineVisit;
  site: TestSite;
  /** Whether the browser runs scripts. */
  isScripted: boolean;
  /** Whether it can open dialogs by a script. */
  hasDialogs: boolean;
  height: number;
  /** Ten digits that no other visitor of the site sends: forms are limited by them. */
  phone: string;
  /** The way to another site, whose pages browsers keep. */
  network: Network;
};

type Journey = {
  name: string;
  /** Ends when the visitor has what was looked for. */
  go: (walk: Walk) => Promise<void>;
  /** A desk has another layout for it. */
  differsAtDesk?: true;
};

/** What visitors come for, in any browser, with and without scripts. */
export const JOURNEYS: readonly Journey[] = [
  // First: in a browser that has gone the other ways, WebKit's worker may stay "installing" for ever.
  { name: 'pages without a network', go: readOffline },
  { name: 'choice of the campus', go: seeChoice, differsAtDesk: true },
  { name: 'home of Farrukhabad and its dialog', go: seeFarrukhabadHome, differsAtDesk: true },
  { name: 'home of Nekpur and its dialog', go: seeNekpurHome, differsAtDesk: true },
  { name: 'slider and carousel', go: turnCarousels, differsAtDesk: true },
  { name: 'menu to a page', go: followMenu, differsAtDesk: true },
  { name: 'note about the login', go: readLoginNote, differsAtDesk: true },
  { name: 'list that is filtered', go: filterEvents },
  { name: 'search', go: searchSite },
  { name: 'photograph of an album', go: openPhotograph },
  { name: 'enquiry with errors, then without', go: sendEnquiry },
  { name: 'application with a CV', go: sendApplication },
  { name: 'certificate', go: getCertificate },
  { name: 'print', go: printMessage },
  { name: 'the other language and back', go: changeLanguage, differsAtDesk: true },
];

const CV = pdfBytes(20_000);

type Box = { top: number; bottom: number; left: number; right: number; height: number };

/** Where an element is in the viewport; null where there is none, or nothing of it is shown. */
async function boxOf(visit: EngineVisit, selector: string): Promise<Box | null> {
  return await visit.evaluate((wanted: string) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    if (!box || box.height === 0) return null;
    const { top, bottom, left, right, height } = box;
    return { top, bottom, left, right, height };
  }, selector);
}

async function isShown(visit: EngineVisit, selector: string): Promise<boolean> {
  return (await boxOf(visit, selector)) !== null;
}

function textOf(visit: EngineVisit, selector: string): Promise<string> {
  return visit.evaluate(
    (wanted: string) =>
      document.readyState === 'loading' ? '' : (document.querySelector(wanted)?.textContent ?? ''),
    selector,
  );
}

/** Waits for a text, in the page that was requested last. */
async function expectText(visit: EngineVisit, selector: string, text: string): Promise<void> {
  await expect.poll(() => textOf(visit, selector)).toContain(text);
}

/** The dialog that has opened shows its slide, whole and inside the screen, once its picture has come. */
async function expectDialog({ visit, height }: Walk, title: string): Promise<void> {
  await expectText(visit, 'dialog.popup[open] h2', title);
  await expect
    .poll(async () => {
      const dialog = await boxOf(visit, 'dialog.popup');
      const slides = await boxOf(visit, '.popup-slides');
      const heading = await boxOf(visit, '.popup-slide:not([hidden]) h3');
      if (dialog === null || slides === null || heading === null) return 'not all there';
      const isWhole =
        slides.height > 150 && heading.top >= slides.top && heading.bottom < slides.bottom;
      const isInside = dialog.top >= 0 && dialog.bottom <= height;
      return isWhole && isInside ? 'in sight' : JSON.stringify({ dialog, slides, heading });
    })
    .toBe('in sight');
}

async function closeDialog(walk: Walk, title: string): Promise<void> {
  await expectDialog(walk, title);
  await walk.visit.type(KEYS.Escape);
}

async function seeChoice({ visit, site }: Walk): Promise<void> {
  await visit.open(`${site.url}/`);
  const picture = await boxOf(visit, '.campus-card .picture');
  const name = await boxOf(visit, '.campus-card-name');
  if (picture === null || name === null) throw new Error('no campus is shown');
  expect(name.top >= picture.bottom || name.left >= picture.right).toBe(true);
}

async function seeFarrukhabadHome(walk: Walk): Promise<void> {
  await walk.visit.open(`${walk.site.url}/HomeFr`);
  if (walk.hasDialogs) await closeDialog(walk, 'Notices');
  await expectHome(walk, ['.notice', '.first-steps a', '.news-ticker']);
}

async function seeNekpurHome(walk: Walk): Promise<void> {
  const { visit, site, hasDialogs } = walk;
  await visit.open(`${site.url}/Home`);
  if (hasDialogs) {
    await expectDialog(walk, 'Notices');
    const first = await textOf(visit, '.popup-count');
    await visit.click('.popup-controls .popup-count + button');
    await expect.poll(() => textOf(visit, '.popup-count')).not.toBe(first);
    await closeDialog(walk, 'Notices');
  }
  await expectHome(walk, ['[data-popup="events"] .card', '.birthday']);
}

/** All dialogs are closed, and these parts are there, with those of both homes. */
async function expectHome({ visit, hasDialogs }: Walk, parts: readonly string[]): Promise<void> {
  if (hasDialogs) await expect.poll(() => isShown(visit, 'dialog.popup')).toBe(false);
  for (const part of ['.slider .slide-title', '.tile', ...parts])
    expect([part, await isShown(visit, part)]).toEqual([part, true]);
  expect(await sidewaysScroll(visit)).toBeLessThanOrEqual(0);
}

/** On the home page that has just been looked at: its dialogs do not come again. */
async function turnCarousels({ visit, isScripted }: Walk): Promise<void> {
  const GALLERY = '[data-view="gallery"]';
  await visit.evaluate(
    (wanted: string) =>
      document.querySelector(wanted)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    GALLERY,
  );
  if (isScripted) {
    await expect.poll(() => isShown(visit, `${GALLERY} .carousel-place`)).toBe(true);
    const place = () => textOf(visit, `${GALLERY} .carousel-place span`);
    await visit.click(`${GALLERY} .pause-button`);
    const before = await place();
    // A key that is pressed while the carousel takes its places may be lost, as a visitor's would be.
    await expect
      .poll(async () => {
        await visit.evaluate(
          (wanted: string) => document.querySelector<HTMLElement>(wanted)?.focus(),
          `${GALLERY} .carousel-place input`,
        );
        await visit.type(KEYS.ArrowRight);
        return place();
      })
      .not.toBe(before);
    return;
  }
  const reached = await visit.evaluate((wanted: string) => {
    const box = document.querySelector(`${wanted} .swiper`);
    const last = box?.querySelector('.swiper-slide:last-child');
    if (!box || !last) return false;
    box.scrollTo({ left: box.scrollWidth, behavior: 'instant' });
    return last.getBoundingClientRect().right <= box.getBoundingClientRect().right + 2;
  }, GALLERY);
  expect(reached).toBe(true);
}

async function followMenu({ visit, site, isScripted }: Walk): Promise<void> {
  await visit.open(`${site.url}/SafetySecurity`);
  // Where there are no popovers its script opens the menu.
  if (isScripted)
    await expect
      .poll(() => visit.evaluate(() => document.querySelector('.header [aria-expanded]') !== null))
      .toBe(true);
  if (await isShown(visit, '.menu-button')) {
    await visit.click('.menu-button');
    await expect.poll(async () => (await boxOf(visit, '#menu'))?.height ?? 0).toBeGreaterThan(400);
  }
  await visit.click('#menu button.menu-top');
  const link = '#menu .menu-panel a[href="/Mission"]';
  await expect.poll(() => isShown(visit, link)).toBe(true);
  await visit.click(link);
  await expectText(visit, 'h1', 'Mission');
}

async function readLoginNote({ visit, isScripted }: Walk): Promise<void> {
  const isReady = () => isShown(visit, '.login:is([aria-expanded], [aria-haspopup])');
  if (isScripted) await expect.poll(isReady).toBe(true);
  await visit.click('button.login');
  await expect.poll(() => isShown(visit, '#login .dialog-body')).toBe(true);
  await expectText(visit, '#login', 'GISNUP');
  await visit.click('#login .icon-button');
  await expect.poll(() => isShown(visit, '#login')).toBe(false);
}

async function filterEvents({ visit, site, isScripted }: Walk): Promise<void> {
  await visit.open(`${site.url}/Events`);
  const count = () => visit.evaluate(() => document.querySelectorAll('.cards article').length);
  const all = await count();
  if (await isShown(visit, '.filters-fold')) await visit.click('.filters-fold summary');
  await visit.click('.filters input[name="q"]');
  await visit.type('annual');
  if (!isScripted) await visit.click('.filters [type=submit]');
  await expect
    .poll(() => visit.evaluate(() => document.readyState !== 'loading' && location.search))
    .toContain('q=annual');
  await expect.poll(count).toBeLessThan(all);
  expect(await count()).toBeGreaterThan(0);
}

async function searchSite({ visit, site }: Walk): Promise<void> {
  await visit.open(`${site.url}/Search`);
  await visit.click('.search-form input[name="q"]');
  await visit.type(`examination${KEYS.Enter}`);
  await expect.poll(() => isShown(visit, 'main .search-hits a')).toBe(true);
}

async function openPhotograph({ visit, site, isScripted }: Walk): Promise<void> {
  await visit.open(`${site.url}/SubGallery?id=alb-f-01`);
  if (!isScripted) {
    await visit.click('.photos a');
    const path = () => visit.evaluate(() => location.pathname);
    await expect.poll(path).toMatch(/^\/api\/image\//);
    return;
  }
  // Before its script has come the link leads to the picture itself: here it stays, to be pressed again.
  await visit.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await expect
    .poll(async () => {
      const isTaken = await isShown(visit, '.pswp, .photos [aria-busy]');
      if (!isTaken) await visit.click('.photos a');
      return (await boxOf(visit, '.pswp img:not(.pswp__img--placeholder)'))?.height ?? 0;
    })
    .toBeGreaterThan(150);
  // While it is still opening, the library ignores keys.
  await expect
    .poll(async () => {
      await visit.type(KEYS.Escape);
      return isShown(visit, '.pswp');
    })
    .toBe(false);
  const focused = () => visit.evaluate(() => document.activeElement?.closest('.photos') !== null);
  await expect.poll(focused).toBe(true);
}

async function sendEnquiry({ visit, site, phone }: Walk): Promise<void> {
  await visit.open(`${site.url}/nekhpur/Admission`);
  await visit.click('form.form button[type="submit"]');
  await expectText(visit, 'form.form', "Father's Name is required.");
  await visit.click('form.form [name="name"]');
  await visit.type(['Ravi', 'Mohan', phone, 'City School', phone].join(KEYS.Tab));
  await visit.evaluate(() => {
    const field = document.querySelector<HTMLSelectElement>('form.form [name="class"]');
    if (!field) return;
    field.value = 'ukg';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await visit.click('form.form button[type="submit"]');
  await expectText(visit, 'form.form [role="status"]', SUCCESS);
  await expect
    .poll(() => sentBy(site, phone, 'Admission')?.fields)
    .toMatchObject({ ...ADMISSION, phone, phone1: phone, school: 'NEKPUR' });
}

async function sendApplication({ visit, site, phone }: Walk): Promise<void> {
  const path = join(temporaryFolder(), 'cv.pdf');
  writeFileSync(path, CV);
  await visit.open(`${site.url}/Career`);
  await visit.click('form.form [name="name"]');
  await visit.type(['Meera', 'Physics', phone, 'PGT', '4 years'].join(KEYS.Tab));
  await visit.attach('form.form input[type="file"]', path);
  await visit.click('form.form button[type="submit"]');
  await expectText(visit, 'form.form [role="status"]', SUCCESS);
  await expect
    .poll(() => sentBy(site, phone, 'Career')?.files.map(({ bytes }) => CV.equals(bytes)))
    .toEqual([true]);
}

/** What has reached the provider of a visitor. */
function sentBy({ provider }: TestSite, phone: string, form: string) {
  return provider.received.find((sent) => sent.form === form && sent.fields['phone'] === phone);
}

async function getCertificate({ visit, site, isScripted }: Walk): Promise<void> {
  await visit.open(`${site.url}/Tc`);
  await visit.click('form.form button[type="submit"]');
  await expectText(visit, 'form.form', 'Please fill in all fields');
  await visit.click('form.form [name="admission"]');
  await visit.type(`GIS-2024-001${KEYS.Tab}Asha`);
  await visit.click('form.form button[type="submit"]');
  if (isScripted) {
    await expectText(visit, 'form.form [role="status"]', 'downloaded as tc.jpg');
    return;
  }
  await expectText(visit, 'form.form [role="status"]', 'The certificate was found.');
  const href = await visit.evaluate(
    () => document.querySelector<HTMLAnchorElement>('form.form a[download]')?.href,
  );
  const response = await fetch(href ?? '');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=tc.jpg');
}

/** A message on paper, where the driver prints: its words, and nothing that only a screen has use for. */
async function printMessage({ visit, site }: Walk): Promise<void> {
  await visit.open(`${site.url}/ChairmanMessage`);
  const pdf = await visit.print();
  if (pdf === null) return;
  const { extractText } = await import('unpdf');
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  // Firefox embeds the font of headings in a way that loses some letters of copied text.
  for (const words of ['Head of the managing society', 'Arrah Paharpur'])
    expect(text).toContain(words);
  for (const ofScreens of ['LOGIN', 'Skip to content', 'Get it on Google Play'])
    expect(text).not.toContain(ofScreens);
}

async function changeLanguage({ visit, site }: Walk): Promise<void> {
  const place = () =>
    visit.evaluate(
      () => `${document.documentElement.lang} ${location.pathname} ${document.readyState}`,
    );
  await visit.open(`${site.url}/Vision`);
  const english = await place();
  await visit.click('.strip .language-switch');
  await expect.poll(place).toMatch(/^hi(?:-IN)? \/hi\/Vision complete$/);
  expect(await textOf(visit, 'h1')).toMatch(/[\u0900-\u097f]/);
  expect(await sidewaysScroll(visit)).toBeLessThanOrEqual(0);
  await visit.click('.strip .language-switch');
  await expect.poll(place).toBe(english);
}

/** A visited page opens without a network, another is the offline page; with scripts only. */
async function readOffline({ visit, isScripted, network }: Walk): Promise<void> {
  if (!isScripted) return;
  await visit.open(`${network.url}/Vision`);
  // Some engines have none in the windows of their drivers.
  if (!(await visit.evaluate(() => 'serviceWorker' in navigator))) return;
  await expect.poll(() => visit.evaluate(isKept, `${network.url}/Vision`)).toBe(true);
  await visit.open('about:blank');
  network.cut();
  try {
    await visit.open(`${network.url}/Vision`);
    // Its age is not checked: Firefox's own cache may serve the worker for ten minutes.
    await expectText(visit, 'h1', 'Vision');
    await visit.open(`${network.url}/Mission`);
    await expectText(visit, 'h1', "You're offline");
  } finally {
    network.restore();
  }
  await visit.open(`${network.url}/Mission`);
  await expectText(visit, 'h1', 'Mission');
}
