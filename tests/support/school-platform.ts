import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayInIndia } from '../../shared/dates.ts';
import { loadSampleRecords } from '../../sample/records.ts';
import { startPlatform } from './platform.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const PREFIX = '/records';

export type SchoolPlatform = Awaited<ReturnType<typeof startSchoolPlatform>>;

const NEWS = new Map<string | null, 'news' | 'newsAll'>([
  ['/api/news/GISNUP', 'news'],
  ['/api/news/all/GISNUP', 'newsAll'],
]);

type Submission = { fields: { name?: string } };

/** A platform as a school's own: behind a prefix, a token, and a certificate of a private authority. */
export async function startSchoolPlatform(firstToken: string) {
  const dataDir = temporaryFolder();
  const records = await loadSampleRecords('sample/records');
  const token = { value: firstToken };
  const published: object[] = [];
  let isRejecting = false;
  const platform = await startPlatform({
    prefix: PREFIX,
    tls: 'private-ca',
    token,
    dataDir,
    before(path, request, response) {
      if (isRejecting && path.startsWith('/api/form/')) {
        request.resume();
        response.writeHead(422, { 'content-type': 'application/json' }).end('{"error":"no"}');
        return true;
      }
      const list = NEWS.get(path);
      if (list === undefined) return false;
      const rows = [...published, ...records(new Date())[list]];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
      return true;
    },
  });
  return {
    ...platform,
    origin: new URL(platform.url).origin,
    /** From now on no other token is taken. */
    rotateToken(value: string): void {
      token.value = value;
    },
    /** Whether it rejects whatever form comes. */
    rejectForms(is: boolean): void {
      isRejecting = is;
    },
    /** Adds an item to the news of Farrukhabad. */
    publish(title: string): void {
      const fromDate = dayInIndia(new Date());
      const item = { school: 'FARRUKHABAD', category: 'News', title, fromDate, attachments: [] };
      published.push({ _id: `published-${published.length}`, description: title, ...item });
    },
    /** Values of `name` of all submissions that it has taken. */
    received(): string[] {
      const folder = join(dataDir, 'sample-submissions');
      return readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
        .map((json) => (JSON.parse(json) as Submission).fields.name ?? '');
    },
  };
}
