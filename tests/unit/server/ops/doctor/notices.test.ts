import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NoticeStore } from '../../../../../server/notices/notice-store.ts';
import { withStores } from '../../../../../server/outbox/with-stores.ts';
import {
  checkStoredNotices,
  checkUrgentHighlights,
} from '../../../../../server/ops/doctor/notices.ts';
import { CAMPUSES, perCampus } from '../../../../../shared/campuses.ts';
import { allOf } from '../../../../support/doctor.ts';
import { changeIn } from '../../../../support/outbox-rows.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const NOTICE = {
  hindi: null,
  issued: '2026-11-29T16:10:00.000Z',
  closedFrom: null,
} as const;
const CLEAR = /npm run notice -- clear/;

test('the doctor names the notices of the command that are shown, and what it cannot read', async () => {
  const dataDir = temporaryFolder();
  const checks = () => allOf(checkStoredNotices({ dataDir, databaseUrl: null }));
  expect(await checks()).toEqual([]);
  writeFileSync(join(dataDir, 'outbox.db'), '');
  await withStores({ dataDir, databaseUrl: null }, async ({ local }) => {
    const store = new NoticeStore(local.engine);
    await store.add({ ...NOTICE, text: 'Over', campus: null, until: '2020-01-01' });
    await store.add({ ...NOTICE, text: 'Bus 4 is late', campus: 'NEKPUR', until: '2099-01-01' });
    await store.add({ ...NOTICE, text: 'Closed', campus: null, until: '2099-01-02' });
  });
  expect(await checks()).toMatchObject([
    {
      state: 'warn',
      what: 'NEKPUR, until 2099-01-01: Bus 4 is late',
      remedy: expect.stringMatching(CLEAR),
    },
    { state: 'warn', what: `${CAMPUSES.join(' and ')}, until 2099-01-02: Closed` },
  ]);
  changeIn(dataDir, `update notice set text = '{' where id = 2`);
  expect(await checks()).toMatchObject([
    {
      state: 'fail',
      what: 'the urgent notices cannot be read: SyntaxError',
      remedy: expect.stringMatching(CLEAR),
    },
  ]);
});

const RULE = { words: ['Urgent:', 'तत्काल:'], closing: ['closed'] };

test.each([
  ['Urgent: bus 4 is late', ['NEKPUR: bus 4 is late']],
  ['तत्काल: कल अवकाश', ['NEKPUR: कल अवकाश']],
  ['Admission is open', []],
])('the doctor takes the highlight %j for %j', (title, shown) => {
  const files = { image: null, images: [], attachment: null, attachments: [] };
  const highlight = { id: 'a', title, description: '', link: null, ...files };
  const records = { ...perCampus(() => []), NEKPUR: [highlight] };
  const checks = checkUrgentHighlights(records, RULE);
  expect(checks.map(({ what }) => what)).toEqual(shown);
  for (const check of checks)
    expect(check).toMatchObject({ state: 'warn', remedy: expect.stringContaining('platform') });
  expect(checkUrgentHighlights(records, undefined)).toEqual([]);
});
