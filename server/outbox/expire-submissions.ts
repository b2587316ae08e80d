import { sql, type Engine } from '../database/sql.ts';

/** How many CVs are deleted at once. */
const EXPIRED_CVS = 20;

/** Deletes receipts and dead letters of before that time (docs/promises.md#o8). */
export async function expireSubmissions(engine: Engine, beforeMs: number): Promise<void> {
  await engine.batch([
    sql`delete from gis_site.submission where state <> 'waiting' and finished < ${beforeMs}`,
  ]);
  // In steps, as each locks other writers out.
  for (let deleted = EXPIRED_CVS; deleted === EXPIRED_CVS;) {
    const [rows = []] = await engine.batch([
      // With `not in` PostgreSQL compares each CV with each submission, once these are more than its work_mem.
      sql`with expired as (
          select id from gis_site.submission_cv where not exists (
            select 1 from gis_site.submission where submission.id = submission_cv.id)
          limit ${EXPIRED_CVS})
        delete from gis_site.submission_cv where id in (select id from expired) returning id`,
    ]);
    deleted = rows.length;
  }
  await engine.purge();
}
