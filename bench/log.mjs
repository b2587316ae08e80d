// What a request line costs by our writer and by pino, to a file and to a pipe: bench/log-lines.ts.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import esbuild from 'esbuild';
import { serverOptions } from '../server/build/bundle-server.mjs';

const OUTPUT = 'dist/bench/log-lines.mjs';

export async function benchLog() {
  await esbuild.build({
    ...serverOptions(),
    entryPoints: ['bench/log-lines.ts'],
    outfile: OUTPUT,
  });
  console.log(`\n## A request line, ${process.version}, microseconds of CPU, median of 5 rounds\n`);
  console.log('| log goes to | ours | pino | pino / ours |');
  console.log('|---|---|---|---|');
  for (const target of ['file', 'pipe']) {
    const own = costOf('own', target);
    const pino = costOf('pino', target);
    console.log(
      `| ${target} | ${own.toFixed(2)} | ${pino.toFixed(2)} | ${(pino / own).toFixed(1)} |`,
    );
  }
}

function costOf(writer, target) {
  const file = openSync('dist/bench/log-lines.log', 'w');
  const { stderr } =
    target === 'file'
      ? spawnSync(process.execPath, [OUTPUT, writer], {
          stdio: ['ignore', file, 'pipe'],
          encoding: 'utf8',
        })
      : spawnSync(
          'sh',
          ['-c', `"$0" ${OUTPUT} ${writer} | cat > dist/bench/log-lines.log`, process.execPath],
          {
            stdio: ['ignore', 'ignore', 'pipe'],
            encoding: 'utf8',
          },
        );
  closeSync(file);
  return Number(stderr);
}
