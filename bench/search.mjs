// The search index of 2,000 records beside the pages and PDFs: bench/search-index.ts, bundled as the server is.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleTyped } from './audit/tools.mjs';

const RECORDS = 2_000;

export async function benchSearch() {
  const output = await bundleTyped('bench/search-index.ts');
  const folder = mkdtempSync(join(tmpdir(), 'gis-bench-'));
  writeSample(folder);
  console.log(`\n## Search of ${RECORDS} news, the sample's other records, pages and PDFs\n`);
  execFileSync(process.execPath, ['--expose-gc', output, folder], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
}

/** Each of the news has the title of one, the text of another, and a word of its own. */
function writeSample(folder) {
  cpSync('sample', folder, { recursive: true });
  const path = join(folder, 'records/news.json');
  const rows = JSON.parse(readFileSync(path, 'utf8'));
  const news = Array.from({ length: RECORDS }, (_, at) => {
    const { description } = rows[(at * 7 + Math.floor(at / rows.length)) % rows.length];
    const own = (at * 7_919).toString(36);
    return { ...rows[at % rows.length], _id: `n${at}`, description: `${description} ${own}x.` };
  });
  writeFileSync(path, JSON.stringify(news));
}
