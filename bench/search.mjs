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
  const { documents, words, indexMs, longestMs, mebibytes, searches } = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', OUTPUT], { encoding: 'utf8' }),
  );
  console.log(
    `\n## Search of ${documents} documents with ${words} words, ${process.version}\n\nindexed in ${indexMs.toFixed(0)} ms of CPU, others waited ${longestMs.toFixed(0)} ms at most, ${mebibytes.toFixed(1)} MiB\n`,
  );
  console.log('| search | CPU p50, ms | p99 | most | results at most |');
  console.log('|---|---|---|---|---|');
  for (const { name, p50, p99, most, results } of searches)
    console.log(
      `| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${most.toFixed(1)} | ${results} |`,
    );
}
