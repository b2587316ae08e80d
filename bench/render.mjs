// CPU of rendering pages from known lists: bench/render-page.ts, bundled as the server is.
import { execFileSync } from 'node:child_process';
import esbuild from 'esbuild';
import { serverOptions } from '../server/build/bundle-server.mjs';

const OUTPUT = 'dist/bench/render-page.mjs';

export async function benchRender() {
  const entryPoints = ['bench/render-page.ts'];
  await esbuild.build({ ...serverOptions(), entryPoints, outfile: OUTPUT });
  console.log(
    `\n## Rendering a page from known lists, ${process.version}, CPU per page without compression\n`,
  );
  console.log('| page | HTML, bytes | ms: median (quartiles) |\n|---|---|---|');
  for (const path of ['/HomeFr', '/Home', '/Events', '/Gallery', '/Vision'])
    execFileSync(process.execPath, [OUTPUT, path], { stdio: 'inherit' });
}
