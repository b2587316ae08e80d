import { expect, test } from 'vitest';
import { formatProblem } from '../../../../server/content/problem.ts';
import { findReminders } from '../../../../server/publication/find-reminders.ts';

type Sources = Record<string, string>;

const LEADER = { name: 'Name', designation: 'Principal', photo: 'Head.jpg' };

/** A publication with a PDF of this day, and a Principal of both campuses. */
function published(sources: Sources, { day = '2026-01-28', principal = LEADER } = {}) {
  const campus = { leaders: { Principal: principal } };
  const content = {
    office: { documents: [{ file: 'prospectus.pdf', published: day }] },
    site: { campuses: { FARRUKHABAD: { leaders: { Principal: LEADER } }, NEKPUR: campus } },
  };
  return { folder: '', content, sources };
}

type Publication = ReturnType<typeof published>;

const linesOf = (before: Publication, after: Publication, today = '2026-11-29') =>
  findReminders(before, after, today).map(formatProblem);

test('a Hindi page that stays while its English changes is named', () => {
  const before = {
    'pages/sports.md': '1',
    'pages/vision.md': '1',
    'pages/bus.md': '1',
    'pages/mission.md': '1',
    'hi/pages/sports.docx': '1',
    'hi/pages/vision.md': '1',
    'hi/pages/mission.md': '1',
  };
  const after = {
    ...before,
    'pages/sports.md': '2',
    'pages/vision.md': '2',
    'pages/bus.md': '2',
    'pages/new.md': '2',
    'hi/pages/vision.md': '2',
  };
  expect(linesOf(published(before), published(after))).toEqual([
    'hi/pages/sports.docx: is as before, but pages/sports.md has changed: change it too where the meaning is another',
  ]);
});

test('a PDF that is replaced while its day stays is named, unless it is of today', () => {
  const [before, after] = [{ 'files/prospectus.pdf': '1' }, { 'files/prospectus.pdf': '2' }];
  const old =
    'files/prospectus.pdf: has changed, but its day in the table documents is still 2026-01-28: write the day of the new one';
  expect(linesOf(published(before), published(after))).toEqual([old]);
  expect(linesOf(published(before), published(before))).toEqual([]);
  expect(linesOf(published({}), published(after))).toEqual([]);
  expect(linesOf(published(before), published(after, { day: '2026-11-28' }))).toEqual([]);
  expect(linesOf(published(before), published(after), '2026-01-28')).toEqual([]);
});

test('of a leader whose message, photo or name changes the platform has the first word', () => {
  const before = { 'pages/principal-message.md': '1', 'pictures/head.JPG': '1' };
  const first = 'what the platform has of this leader comes first: change it there too';
  const after = {
    ...before,
    'pages/principal-message.nekpur.docx': '1',
    'pictures/head.JPG': '2',
    'pictures/gate.jpg': '1',
  };
  const principal = { ...LEADER, name: 'Other name' };
  expect(linesOf(published(before), published(after, { principal })).toSorted()).toEqual([
    `pages/principal-message.nekpur.docx: ${first}`,
    `pictures/head.JPG: ${first}`,
    `site.json: campuses.NEKPUR.leaders.Principal: ${first}`,
  ]);
});

test('of a publication of another release, whose content has another shape, no day and no leader is told', () => {
  const before = { ...published({ 'files/prospectus.pdf': '1' }), content: {} };
  const after = published({ 'files/prospectus.pdf': '2' });
  expect(findReminders(before, after, '2026-11-29')).toEqual([]);
});
