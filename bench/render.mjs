// CPU of rendering pages from known lists: bench/render-home.ts, bundled as the server is.
import { execFileSync } from 'node:child_process';
import esbuild from 'esbuild';
import { serverOptions } from '../server/build/bundle-server.mjs';

const OUTPUT = 'dist/bench/render-home.mjs';

export async function benchRender() {
  await esbuild.build({
    ...serverOptions(),
    entryPoints: ['bench/render-home.ts'],
    outfile: OUTPUT,
  });
  console.log(
    `\n## Rendering a page from known lists, ${process.version}, CPU per page without compression\n`,
  );
  console.log(
    '| page | HTML, bytes | ms: median (quartiles) | of React alone: median (quartiles) |',
  );
  console.log('|---|---|---|---|');
  for (const path of ['/HomeFr', '/Home', '/Events', '/Gallery', '/Vision']) {
    const { bytes, milliseconds, multiples } = JSON.parse(
      execFileSync(process.execPath, [OUTPUT, path], { encoding: 'utf8' }),
    );
    console.log(`| ${path} | ${bytes} | ${quartiles(milliseconds)} | ${quartiles(multiples)} |`);
  }
}

function quartiles([lower, middle, upper]) {
  return `${middle.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`;
}
