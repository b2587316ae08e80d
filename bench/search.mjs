// The search at a large provider: bench/search-index.ts, bundled as the server is.
import { execFileSync } from 'node:child_process';
import esbuild from 'esbuild';
import { serverOptions } from '../server/build/bundle-server.mjs';

const OUTPUT = 'dist/bench/search-index.mjs';

export async function benchSearch() {
  await esbuild.build({
    ...serverOptions(),
    entryPoints: ['bench/search-index.ts'],
    outfile: OUTPUT,
  });
  const { documents, terms, indexMs, longestMs, mebibytes, searches } = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', OUTPUT], { encoding: 'utf8' }),
  );
  console.log(
    `\n## Search of ${documents} documents with ${terms} terms, ${process.version}\n\nindexed in ${indexMs.toFixed(0)} ms of CPU, in turns of ${longestMs.toFixed(0)} ms at most, ${mebibytes.toFixed(1)} MiB; ms of CPU:\n`,
  );
  console.log('| search | campus | results at most | index alone, p50 / p99 / most | whole page |');
  console.log('|---|---|---|---|---|');
  for (const { name, campus, results, alone, page } of searches)
    console.log(`| ${name} | ${campus} | ${results} | ${inRow(alone)} | ${inRow(page)} |`);
}

function inRow({ p50, p99, most }) {
  return [p50, p99, most].map((ms) => ms.toFixed(1)).join(' / ');
}
