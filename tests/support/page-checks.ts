import type { Page } from 'playwright-core';

/** What a page must not have, at any width, as a line for each error. */

/** How far a page can be scrolled sideways, in CSS pixels. */
export function sidewaysScroll(page: {
  evaluate(run: () => number): Promise<number>;
}): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Shows each part of a page once, from its top to its end. */
export function scrollThrough(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // A tab that the browser thinks unseen draws no frames.
    const frame = () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => setTimeout(done));
        setTimeout(done, 100);
      });
    await document.fonts.ready;
    await frame();
    for (let before = -1; scrollY !== before;) {
      before = scrollY;
      scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
      await frame();
    }
  });
}

/** What has moved without the visitor's doing since the first paint, or since a mark, and by how much. */
export function shiftsOf(page: Page, mark = ''): Promise<{ value: number; text: string }[]> {
  return page.evaluate((since) => {
    // The entries' own type is not in TypeScript's DOM.
    type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const from = performance.getEntriesByName(since)[0]?.startTime ?? 0;
    return (observer.takeRecords() as Shift[])
      .filter(({ startTime }) => startTime >= from)
      .map(({ value, startTime, sources }) => {
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent,
        );
        return { value, text: `${value} at ${startTime} ms by ${moved.join(', ')}` };
      });
  }, mark);
}

/**
 * Targets of less than 24 by 24 CSS pixels that are neither in a sentence nor alone within 24 pixels, and those
 * of forms and first steps of less than 44. Runs in the page.
 */
export function smallTargets(): string[] {
  const LEAST = 24;
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
    ),
  ]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .filter((target) => target.closest('[aria-hidden=true], .visually-hidden, .form-trap') === null)
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
  function isTooSmall({ target, box }: (typeof targets)[number]): boolean {
    if (target.matches('.first-steps a, form.form :is(input, select, textarea, button)'))
      return box.height < 43.5;
    if (!isSmall(box) || isInSentence(target)) return false;
    return targets.some(
      (other) =>
        other.target !== target && !other.target.contains(target) && isCrowded(box, other.box),
    );
  }
  return targets
    .filter(isTooSmall)
    .map(
      ({ target, box }) =>
        `${Math.round(box.width)} by ${Math.round(box.height)}: ${target.outerHTML.slice(0, 120)}`,
    );
}

/** What has the focus without a mark, or wholly below something else, in the order of Tab and back. Runs in the page. */
export function hiddenFocus(): string[] {
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }));
  const errors = new Set<string>();
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
    if (!isMarked) errors.add(`no mark: ${name}`);
    // A link of two lines is seen by either of them.
    const isSeen = [...stop.getClientRects()].some(({ left, right, top, bottom }) =>
      [left + 1, (left + right) / 2, right - 1].some((x) =>
        [top + 1, (top + bottom) / 2, bottom - 1].some((y) => {
          const found = document.elementFromPoint(x, y);
          return found !== null && (stop.contains(found) || found.contains(stop));
        }),
      ),
    );
    if (!isSeen) errors.add(`not seen: ${name}`);
  }
  return [...errors];
}
