import { expect, test } from 'vitest';
import { closePopups, untilEnhanced } from '../support/browser.ts';
import { siteOfTest } from '../support/site.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const PICTURES = ['drawings/classroom-1.webp', 'drawings/classroom-2.webp'];
const MORE = 'https://example.org/more';

function notice(id: string, more: object = {}) {
  return { _id: id, title: `Notice ${id}`, description: `Text of ${id}`, ...more };
}

const NOTICES = [
  notice('one', { image: PICTURES, attachments: ['documents/a.pdf'], url: MORE }),
  notice('two', { url: 'javascript:alert(1)' }),
  notice('three', { url: 'https://example.org/three', image: PICTURES.slice(1) }),
  notice('four', { attachments: ['documents/b.pdf'], description: 'Long text. '.repeat(900) }),
];

const NEWS = Array.from({ length: 8 }, (_, index) => ({
  _id: `find-${index}`,
  school: 'FARRUKHABAD',
  category: 'News',
  title: `Headline${index}`,
  description: `Firstword${index}. ${'Some words of it. '.repeat(40)}`,
  fromDate: dayInIndia(new Date()),
}));

const { browser, site } = siteInBrowser({
  hasLists: true,
  lists: { notification: NOTICES, newsAll: NEWS },
});

test('R-072 R-073 R-074: a slide has its first picture, and links only to what there is', async () => {
  const { page } = await browser.tab(`${site.url}/HomeFr`);
  const dialog = page.getByRole('dialog', { name: 'Notices', exact: true });
  const slide = dialog.locator('.popup-slide.is-current');
  await slide.getByText('Text of one').waitFor();
  const pictures = slide.locator('.popup-enlarge img');
  expect(await pictures.count()).toBe(1);
  expect(await pictures.getAttribute('src')).toContain('classroom-1.webp');
  const later = dialog.locator('img[src*="classroom-2"][loading=eager]');
  expect(await later.getAttribute('sizes')).toBe('8rem');
  const links = () =>
    slide
      .locator('.notice-text a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  // The first is its own page.
  expect((await links()).slice(1)).toEqual(['/api/image/documents/a.pdf', MORE]);
  const slides = dialog.locator('.popup-slides');
  for (const [turn = '', title, ...texts] of [
    ['Next', 'Notice two'],
    ['Next', 'Notice three', 'Click Here'],
    ['Next', 'Notice four', 'Attachment'],
    ['Next', 'Notice one', 'Attachment', 'Click Here'],
    ['Previous', 'Notice four', 'Attachment'],
  ]) {
    await slides.evaluate((box) => box.scrollTo(0, 200));
    await dialog.getByRole('button', { name: turn }).click();
    await slide.getByRole('heading', { name: title }).waitFor();
    const names = await slide.locator('.notice-text a').allTextContents();
    expect(names.map((name) => name.split(':')[0])).toEqual([title, ...texts]);
    expect(await pictures.count()).toBe(/one|three/.test(title ?? '') ? 1 : 0);
    expect(await later.getAttribute('sizes')).toContain(title === 'Notice two' ? '8rem' : '39rem');
    expect(await slides.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('R-070 R-089 R-100 R-182: while a page streams one dialog has notices, then events; the picture folds the message', async () => {
  const { url, provider } = await siteOfTest({
    sharesPictures: true,
    lists: { notification: [notice('one')] },
  });
  await provider.fail('/api/notification/GISNUP', { delayMs: 1_500 });
  const { page } = await browser.tab(`${url}/Home`);
  const dialogs = page.locator('dialog.popup[open]');
  await page.getByRole('dialog', { name: 'Notices', exact: true }).waitFor();
  await dialogs.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('dialog', { name: 'Upcoming Events', exact: true }).waitFor();
  expect(await dialogs.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialogs.waitFor({ state: 'detached' });
  const events = page.locator('[data-section="events"]');
  await events.scrollIntoViewIfNeeded();
  await events.locator('.swiper-initialized').waitFor();

  const button = page.locator('.message-button');
  await untilEnhanced(button, 'message-panel');
  for (const isOpen of [false, true]) {
    await button.click();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe(String(isOpen));
    await expect.poll(() => page.locator('#message-panel').isVisible()).toBe(isOpen);
  }
});

test('the find of the browser reaches every title of a list, and what it shows of the texts', async () => {
  const { page } = await browser.tab(`${site.url}/News`, { width: 360, height: 740 });
  const found = await page.evaluate(
    (words) =>
      words.filter((word) => {
        const isFound = 'find' in window && (window.find as (text: string) => boolean)(word);
        const box = getSelection()?.getRangeAt(0).getBoundingClientRect();
        return isFound && box !== undefined && box.height > 0;
      }),
    NEWS.flatMap((_, index) => [`Headline${index}`, `Firstword${index}`]),
  );
  expect(found).toHaveLength(2 * NEWS.length);
});

test('R-077 R-091 R-092: announcements and news move, and rest under the pointer and for their button', async () => {
  const { page } = await browser.tab(`${site.url}/HomeFr`, { reducedMotion: false });
  await closePopups(page);
  for (const [surface, axis] of [
    ['.ticker', 'm41'],
    ['.news', 'm42'],
  ] as const) {
    const track = page.locator(`${surface}-track`);
    await page.mouse.move(0, 0);
    await page.locator(`${surface}-window`).scrollIntoViewIfNeeded();
    const place = () =>
      track.evaluate((it, key) => new DOMMatrix(getComputedStyle(it).transform)[key], axis);
    await expect.poll(place).toBeLessThan(0);
    const before = await place();
    await expect.poll(place).toBeLessThan(before);

    await page.locator(`${surface}-window`).hover();
    const playState = (element: Element) => getComputedStyle(element).animationPlayState;
    await expect.poll(() => track.evaluate(playState)).toBe('paused');
    const rest = await place();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await place()).toBe(rest);
    // A click beside the links focuses it, and must not stop it for good.
    await track.evaluate(({ style }) => (style.pointerEvents = 'none'));
    await page.locator(`${surface}-window`).click();
    await page.mouse.move(0, 0);
    await expect.poll(() => track.getAttribute('data-state')).toBe('playing');
    await page.locator(`${surface}-window`).dispatchEvent('pointerenter', { pointerType: 'touch' });
    expect(await track.getAttribute('data-state')).toBe('playing');
    // The copy is neither reached nor read out.
    expect(await track.locator('ul[inert][aria-hidden=true]').count()).toBe(1);
  }
  const news = await page.locator('.news-track li').count();
  const roundOf = ({ style }: HTMLElement) =>
    Number.parseInt(style.getPropertyValue('--round'), 10);
  expect(await page.locator('.news-track').evaluate(roundOf)).toBe((news / 2) * 4);
  // The list is as wide as its words, so that its copy follows the last one.
  const line = page.locator('.ticker-line').first();
  const width = await line.evaluate(({ scrollWidth }) => scrollWidth);
  const seconds = await page.locator('.ticker-track').evaluate(roundOf);
  expect(Math.abs(width / seconds - 55)).toBeLessThan(3);
  await page.getByRole('button', { name: 'Pause announcements' }).click();
  await page.mouse.move(600, 700);
  await expect.poll(() => page.locator('.ticker-track').getAttribute('data-state')).toBe('paused');
});
