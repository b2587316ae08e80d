import { expect, test } from 'vitest';
import { SAMPLE_RECORDS, SAMPLE_SEARCH } from '../../support/sample-records.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const PHONE = { width: 360, height: 640, reducedMotion: true };

/** One page of each kind, in English; Hindi has them below /hi. */
const KINDS = [
  '/',
  '/HomeFr',
  '/Home',
  '/Vision',
  '/ChairmanMessage',
  '/Infrastructure',
  '/Events',
  '/News',
  '/Notices',
  '/Gallery',
  '/SubGallery?id=alb-f-01',
  '/EventCalendar',
  '/Documents',
  '/Documents/fee-structure',
  '/MandatoryDisclosure',
  '/nekhpur/Contact',
  '/Career',
  '/Tc',
  '/ErpSoftware',
  '/Accessibility',
  '/Offline',
  '/Search',
  SAMPLE_SEARCH,
  '/NoSuchPage',
  ...SAMPLE_RECORDS.slice(0, 2),
];

const { browser, site } = siteInBrowser({ isSample: true, sharesPictures: true, prewarm: true });

/** Targets of less than 24 by 24 CSS pixels that are neither in a sentence nor alone within 24 pixels. Runs in the page. */
function smallTargets(): string[] {
  const LEAST = 24;
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
    ),
  ]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .filter((target) => target.closest('[aria-hidden=true], .visually-hidden') === null)
    .map((target) => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const isSmall = (box: DOMRect) => box.width < LEAST - 0.5 || box.height < LEAST - 0.5;

  function isInSentence(target: HTMLElement): boolean {
    if (!getComputedStyle(target).display.startsWith('inline')) return false;
    const block = target.closest('p, li, dd, td, address, blockquote');
    const around = block?.textContent.replace(target.textContent, '').trim() ?? '';
    return around.length > 1;
  }
  /** The circle around a small one's middle, against another target, or the circle of another small one. */
  function isCrowded(box: DOMRect, other: DOMRect): boolean {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const [ax, ay] = isSmall(other)
      ? [other.x + other.width / 2, other.y + other.height / 2]
      : [
          Math.max(other.left, Math.min(x, other.right)),
          Math.max(other.top, Math.min(y, other.bottom)),
        ];
    return Math.hypot(ax - x, ay - y) < (isSmall(other) ? LEAST : LEAST / 2);
  }
  return targets
    .filter(({ target, box }) => isSmall(box) && !isInSentence(target))
    .filter(({ target, box }) =>
      targets.some(
        (other) =>
          other.target !== target && !other.target.contains(target) && isCrowded(box, other.box),
      ),
    )
    .map(
      ({ target, box }) =>
        `${Math.round(box.width)} by ${Math.round(box.height)}: ${target.outerHTML.slice(0, 120)}`,
    );
}

/** What has the focus without a mark, or wholly below something else, in the order of Tab and back. Runs in the page. */
function hiddenFocus(): string[] {
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }));
  const errors: string[] = [];
  for (const stop of [...stops, ...stops.toReversed()]) {
    stop.focus();
    if (document.activeElement !== stop) continue;
    const name = stop.outerHTML.slice(0, 120);
    const marks = [stop, ...stop.querySelectorAll('*'), stop.parentElement ?? stop].map((part) =>
      getComputedStyle(part),
    );
    const isMarked = marks.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
    );
    if (!isMarked) errors.push(`no mark: ${name}`);
    // A link of two lines is seen by either of them.
    const isSeen = [...stop.getClientRects()].some(({ left, right, top, bottom }) =>
      [left + 1, (left + right) / 2, right - 1].some((x) =>
        [top + 1, (top + bottom) / 2, bottom - 1].some((y) => {
          const found = document.elementFromPoint(x, y);
          return found !== null && (stop.contains(found) || found.contains(stop));
        }),
      ),
    );
    if (!isSeen) errors.push(`not seen: ${name}`);
  }
  return [...new Set(errors)];
}

test.each([
  { language: 'English', prefix: '', dark: false },
  { language: 'Hindi', prefix: '/hi', dark: true },
])(
  'R-259, 2.4.7, 2.4.11, 2.5.8: at 360 px each kind of page in $language has targets that are large or apart, and a focus that is marked and seen',
  async ({ prefix, dark }) => {
    // Scripts would open dialogs over the pages; they have scripts of their own above.
    const { page, close } = await browser.visit('about:blank', {
      ...PHONE,
      dark,
      javaScript: false,
    });
    const errors: string[] = [];
    for (const kind of KINDS) {
      const path = `${prefix}${kind}`;
      await page.goto(site.url + path);
      errors.push(...(await page.evaluate(smallTargets)).map((error) => `${path}: ${error}`));
      // From here on the focus is the keyboard's.
      await page.keyboard.press('Tab');
      errors.push(...(await page.evaluate(hiddenFocus)).map((error) => `${path}: ${error}`));
    }
    expect(errors).toEqual([]);
    await close();
  },
);
