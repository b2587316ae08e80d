import { describe, expect, test } from 'vitest';
import { sharedVisit, siteInBrowser } from '../../support/site-in-browser.ts';
import { perform, startPath, TASKS } from '../../support/visitor-tasks.ts';
import { callLink } from '../../../shared/links.ts';
import type { Campus } from '../../../shared/campuses.ts';

/** What is reached in the sample on the day of the test, where every campus has its own. */
const REACHED: Readonly<Record<string, Readonly<Record<Campus, RegExp>>>> = {
  'bus document': {
    FARRUKHABAD: /^\/api\/image\/documents\/bus-routes\.pdf/,
    NEKPUR: /^\/api\/image\/documents\/bus-routes-nekpur\.pdf/,
  },
  "last year's annual day photos": {
    FARRUKHABAD: /^Annual Day: (Songs of the Doab, 8|Rivers of India, 12) photos$/,
    NEKPUR: /^Annual Day: (The Potter and the Moon, 8|Under the Neem, 12) photos$/,
  },
};

const { browser, site } = siteInBrowser({ prewarm: true, sharesPictures: true });

describe.each([
  { campus: 'FARRUKHABAD', javaScript: true },
  { campus: 'NEKPUR', javaScript: false },
] as const)('from an inner page of $campus, at 360 px, JavaScript $javaScript', (visitor) => {
  const { campus, javaScript } = visitor;
  const phone = { width: 360, height: 740, isPhone: true };
  const visit = sharedVisit(browser, { ...phone, javaScript });

  test.each(TASKS)('$name: reached in at most 4 taps and one search', async (task) => {
    const { page, errors } = visit;
    await page.goto(site.url + startPath(campus));
    const { taps, searches, got } = await perform(task, { page, campus, now: new Date() });
    expect(taps).toBeGreaterThan(0);
    expect(taps).toBeLessThanOrEqual(4);
    expect(searches).toBeLessThanOrEqual(1);
    const office = callLink(site.content.site.campuses[campus].phone ?? '');
    expect(task.name === 'phone of the office' ? got : office).toBe(office);
    expect(got).toMatch(REACHED[task.name]?.[campus] ?? /./);
    expect(errors.splice(0)).toEqual([]);
  });
});
