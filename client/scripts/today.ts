import { after } from '../after.ts';
import { parsePage } from '../parse-page.ts';
import { rememberFields } from '../rebuilt-fields.ts';
import { dayInIndia } from '../../shared/dates.ts';

const LOOK_MS = 60_000;

/** A request that takes longer is given up. */
const RESPONSE_MS = 20_000;

/** Until a page is requested again that was sent before all its lists were known. */
const STREAMED_MS = 2_000;

/** How often the site may say, while the page is in sight, that it is no other day: the clock of the device is wrong. */
const MAX_LOOKS = 15;

let looks = 0;
let isLooking = false;

/**
 * Renews what a page says about a day (parts/DayPart.tsx) when it is looked at on another day: a tab may stay open
 * over midnight, and a browser may restore a page of yesterday.
 */
export function enhance(root: HTMLElement): void {
  const look = () => void renew(root);
  for (const type of ['visibilitychange', 'pageshow', 'online']) addEventListener(type, look);
  setInterval(() => looks < MAX_LOOKS && look(), LOOK_MS);
  look();
}

async function renew(root: HTMLElement): Promise<void> {
  const { day } = root.dataset;
  if (document.hidden || isLooking || day === dayInIndia(new Date())) return;
  isLooking = true;
  try {
    const page = await fetchPage();
    looks += 1;
    const { day: next } = page.documentElement.dataset;
    if (next !== day) {
      looks = 0;
      replaceParts(page);
      root.dataset.day = next;
      document.dispatchEvent(new Event('daychange'));
      startLists();
    }
    hideClaims(false);
  } catch {
    // The page cannot know what is true today.
    hideClaims(true);
  } finally {
    isLooking = false;
  }
}

/** @throws Error without a complete page of this site. */
async function fetchPage(looksLeft = 3): Promise<Document> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), RESPONSE_MS);
  const response = await fetch(location.href, { cache: 'no-cache', signal: controller.signal });
  const page = parsePage(await response.text());
  clearTimeout(timer);
  if (!response.ok || page.documentElement.dataset.day === undefined) throw new Error('no page');
  // The site reads its lists: the page is complete a moment later.
  if (page.querySelector('template[id^="B:"]') === null) return page;
  if (looksLeft === 0) throw new Error('no complete page');
  await after(STREAMED_MS);
  return fetchPage(looksLeft - 1);
}

function replaceParts(page: Document): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-day-part]')) {
    const next = page.querySelector(`[data-day-part="${part.dataset.dayPart}"]`);
    const restoreFocus = rememberFields(part);
    const open = new Set(
      [...part.querySelectorAll('details[open]')].map(({ textContent }) => textContent),
    );
    part.replaceChildren(...(next?.childNodes ?? []));
    for (const details of part.querySelectorAll('details'))
      details.open ||= open.has(details.textContent);
    restoreFocus();
  }
}

/** A list that is untouched shows the day once its island runs. */
function startLists(): void {
  for (const form of document.querySelectorAll('form.filters'))
    form.dispatchEvent(new Event('focusin', { bubbles: true }));
}

function hideClaims(areHidden: boolean): void {
  for (const claim of document.querySelectorAll<HTMLElement>('[data-claim]'))
    claim.hidden = areHidden;
}
