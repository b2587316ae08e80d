import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../../../server/database/sql.ts';
import { moveSubmissions } from '../../../../server/outbox/move-submissions.ts';
import { SubmissionStore } from '../../../../server/outbox/submission-store.ts';
import { holdMoment } from '../../../support/moments.ts';
import { openEngine } from '../../../support/outbox-stores.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const LEASE_MS = 20_000;
const LEASE = { leaseMs: LEASE_MS, renew: [] };

test('O5: a move that stands still for longer than its lease hides no attempt of another process', async () => {
  const clock = createVirtualClock();
  const folder = temporaryFolder();
  const open = (name: string) => openEngine(join(folder, name), { clock });
  const [from, to] = [open('from'), open('to')];
  const { wait, reached, release } = holdMoment();
  const held: Engine = {
    async batch(statements) {
      if (statements.some(({ text }) => text.includes('insert into gis_site.submission')))
        await wait();
      return to.batch(statements);
    },
    purge: () => to.purge(),
  };
  const store = new SubmissionStore(from);
  const submission = { form: 'getInTouch', campus: 'NEKPUR', payload: '{}', cv: null } as const;
  await store.add({ id: 'a', reference: 'GIS-A', ...submission });
  const moving = moveSubmissions(store, new SubmissionStore(held), { leaseMs: LEASE_MS });
  await reached;
  await clock.run(LEASE_MS, { stepMs: LEASE_MS });
  expect(await new SubmissionStore(from).claim(1, LEASE)).toMatchObject([{ isCutOff: 2 }]);
  release();
  expect(await moving).toBe(0);
  const target = new SubmissionStore(to);
  expect(await target.claim(1, LEASE)).toMatchObject([{ isCutOff: 0 }]);
  // The attempt was cut off too.
  await clock.run(LEASE_MS, { stepMs: LEASE_MS });
  expect(await moveSubmissions(store, target, { leaseMs: LEASE_MS })).toBe(1);
  // What another process has read of it before knows of no attempt.
  for (const row of await target.rows()) await target.copy({ ...row, is_cut_off: 0, cv: null });
  await target.finish('a', clock.now());
  expect(await target.repeats()).toMatchObject([{ id: 'a' }]);
  expect(await store.rows()).toEqual([]);
});
