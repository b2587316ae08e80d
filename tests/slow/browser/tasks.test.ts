import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { perform, startPath, TASKS, type Task } from '../../support/visitor-tasks.ts';
import { openBrowser, type TestBrowser, type Visit } from '../../support/browser.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { CAMPUSES, type Campus } from '../../../shared/campuses.ts';

/** What is reached in the sample on the day of the test, where every campus has its own. */
const REACHED: Readonly<Record<string, Readonly<Record<Campus, RegExp>>>> = {
  'bus document': {
    FARRUKHABAD: /^\/api\/image\/documents\/bus-routes\.pdf/,
    NEKPUR: /^\/api\/image\/documents\/bus-routes-nekpur\.pdf/,
  },
  'share it': { FARRUKHABAD: /, \/Events\/evt-f-/, NEKPUR: /, \/nekhpur\/Events\/evt-n-/ },
  "last year's annual day photos": {
    FARRUKHABAD: /^Annual Day: (Songs of the Doab, 8|Rivers of India, 12) photos$/,
    NEKPUR: /^Annual Day: (The Potter and the Moon, 8|Under the Neem, 12) photos$/,
  },
  'phone of the office': { FARRUKHABAD: /^tel:\+915692000000$/, NEKPUR: /^tel:\+915692000001$/ },
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** In winter "last year" and "three months ago" are behind the turn of the year. */
describe.each([
  { when: 'today', now: new Date() },
  { when: 'in February', now: new Date('2027-02-10T06:00:00Z') },
])('from an inner page, at 360 px, $when', ({ when, now }) => {
  const visitors = new Map<string, Visit>();
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ now: () => now, prewarm: true, sharesPictures: true });
    site.provider.certificate = { data: 'certificates/gis-2024-001.jpg' };
  });
  afterAll(async () => {
    for (const { close } of visitors.values()) await close();
    await site.close();
  });

  const tasks =
    when === 'today' ? TASKS : TASKS.filter(({ name }) => / year|months ago/.test(name));
  const runs = tasks.flatMap((task) =>
    CAMPUSES.flatMap((campus) => [true, false].map((script) => ({ task, campus, script }))),
  );

  test.each(runs.map((run) => ({ ...run, name: run.task.name })))(
    '$name: reached in at most 4 taps and one search, $campus, JavaScript $script',
    async ({ task, campus, script }) => {
      const applications = () =>
        site.provider.received.filter(({ form, files }) => form === 'Career' && files.length === 1);
      const before = applications().length;
      const { taps, searches, got, errors } = await visit(task, campus, script);
      expect(taps).toBeGreaterThan(0);
      expect(taps).toBeLessThanOrEqual(4);
      expect(searches).toBeLessThanOrEqual(1);
      expect(got).toMatch(REACHED[task.name]?.[campus] ?? /./);
      expect(errors).toEqual([]);
      const sent = task.name === 'apply with a CV' ? 1 : 0;
      await expect.poll(() => applications().length - before).toBe(sent);
    },
  );

  /** One visitor for all tasks of a campus: a new one for each would double the time. */
  async function visit(task: Task, campus: Campus, javaScript: boolean) {
    const name = `${campus} ${javaScript}`;
    const visitor =
      visitors.get(name) ??
      (await browser.visit(site.url + startPath(campus), {
        javaScript,
        width: 360,
        height: 740,
        isPhone: true,
        // The script leaves a page before its transition has ended, as no visitor could.
        reducedMotion: true,
      }));
    visitors.set(name, visitor);
    const { page, errors } = visitor;
    await page.goto(site.url + startPath(campus));
    const outcome = await perform(task, { page, campus, now });
    return { ...outcome, errors: errors.splice(0) };
  }
});
