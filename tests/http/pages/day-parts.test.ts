import { expect, test } from 'vitest';
import { contentWith } from '../../support/content-with.ts';
import { attribute, openComplete, select, type Element } from '../../support/read-page.ts';
import { PAGE_PATHS } from '../../support/sample-records.ts';
import { csvOf, schoolDaysFiles, sessionUntil } from '../../support/table-files.ts';
import { siteOfTest, type TestSite } from '../../support/site.ts';
import { daysAfter } from '../../../shared/dates.ts';

const DAY = '2026-12-31';
const NEXT = daysAfter(DAY, 1);

const VACANCY = { post: 'TGT', subject: 'Hindi', campus: 'NEKPUR', text: 'A post' };
const CONTENT = contentWith({
  ...schoolDaysFiles({ FARRUKHABAD: sessionUntil(DAY), NEKPUR: sessionUntil(DAY) }),
  'vacancies.csv': csvOf([{ ...VACANCY, published: '2026-12-01', lastDay: DAY }]),
});

const eventsOf = (school: string) =>
  [-1, 0, 1, 8].map((days) => ({
    _id: `${school}${days}`,
    school,
    title: `Day ${days}`,
    date: daysAfter(DAY, days),
  }));
const EVENTS = ['FARRUKHABAD', 'NEKPUR'].flatMap(eventsOf);

/** What is the same on each day: no part of a day, no data for scripts, no rules for them, and no list, whose island follows the day. */
function isOfAnyDay(element: Element): boolean {
  return (
    attribute(element, 'data-day-part') === null &&
    element.tagName !== 'script' &&
    element.tagName !== 'style' &&
    !(attribute(element, 'class') === 'island' && select(element, 'form.filters').length > 0)
  );
}

function outline(element: Element): string {
  const attrs = element.attrs.filter(({ name }) => name !== 'data-day');
  const inner = element.childNodes.map((node) => {
    if (node.nodeName === '#text') return 'value' in node ? node.value : '';
    return 'tagName' in node && isOfAnyDay(node) ? outline(node) : '';
  });
  const names = attrs.map(({ name, value }) => ` ${name}="${value}"`).join('');
  return `<${element.tagName}${names}>${inner.join('')}\n`;
}

test('a page differs from that of the next day in parts that scripts/today.ts renews, and in lists', async () => {
  const clock = { now: new Date(`${DAY}T12:00:00+05:30`) };
  const site: TestSite = await siteOfTest({
    now: () => clock.now,
    contentFolder: CONTENT,
    providerHas: 'nothing',
    lists: { events: EVENTS, eventsAll: EVENTS },
  });
  const more = ['/hi/Home', '/Events/FARRUKHABAD0/day-0', '/Events/Calendar?year=2026&month=12'];
  const renew: string[] = [];
  for (const path of [...PAGE_PATHS, ...more]) {
    clock.now = new Date(`${DAY}T12:00:00+05:30`);
    const before = await openComplete(site.url + path);
    clock.now = new Date(`${NEXT}T12:00:00+05:30`);
    const after = await openComplete(site.url + path);
    expect([before, after].map((page) => attribute(page, 'data-day'))).toEqual([DAY, NEXT]);
    expect(outline(after), path).toBe(outline(before));
    const [old, renewed] = [before, after].map((page) =>
      select(page, '[data-day-part]').map((part) => attribute(part, 'data-day-part')),
    );
    if (old?.join() !== renewed?.join() || old?.length !== new Set(old).size)
      renew.push(`${path}: ${old?.join()} > ${renewed?.join()}`);
  }
  // A part may go with its day; none comes, as it would have no place.
  expect(renew).toEqual(['/Events/FARRUKHABAD0/day-0: urgent,calendar-links > urgent']);
});
