import type { Database } from '../database/database.ts';

/** For how long an alert of one instance is not told by another, in seconds: less than the pause between two. */
const CLAIM_SECONDS = 55 * 60;

/** Answers whether it falls to this instance to tell an alert, named by its key. */
export type AlertClaim = (key: string) => Promise<boolean>;

/**
 * Of the instances on a database the first that asks tells an alert; its claim is a row in the table of the rate
 * limits. Without a database it is always this one. @throws the database's error; then nobody knows.
 */
export function createAlertClaim(database: Database | null): AlertClaim {
  if (database === null) return async () => true;
  return async (key) => {
    const { rowCount } = await database.query(
      `insert into gis_site.rate_limit as claim (key, points, expire)
       values ($1, 1, (extract(epoch from now()) + $2) * 1000)
       on conflict (key) do update set expire = excluded.expire
       where claim.expire < extract(epoch from now()) * 1000`,
      [`alert:${key}`, CLAIM_SECONDS],
    );
    return rowCount === 1;
  };
}
