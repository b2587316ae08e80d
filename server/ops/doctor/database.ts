import { fail, ok, warn, type Check } from './check.ts';
import { databaseFault } from '../../database/database-fault.ts';
import { tryDatabase } from '../../database/database.ts';

/** DATABASE_URL: it can be had, with data of this release; and SECRET, which its instances share. */
export async function* checkDatabase(url: string, secret: string | null): AsyncGenerator<Check> {
  try {
    await tryDatabase(url);
    yield ok('database', 'the database of DATABASE_URL can be had');
  } catch (error) {
    const [what = '', remedy] = databaseFault(error).split(/: (.*)/s);
    yield fail(
      'database',
      `the database cannot be had: ${what}`,
      remedy ?? 'check DATABASE_URL, and the log of PostgreSQL',
    );
  }
  if (secret === null)
    yield warn(
      'database-secret',
      'DATABASE_URL is set without SECRET',
      'SECRET: at least 32 characters, the same on all instances',
    );
}
