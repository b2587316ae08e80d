// CPU of rendering pages from known lists: bench/render-page.ts, bundled as the server is.
import { execFileSync } from 'node:child_process';
import { bundleTyped } from './audit/tools.mjs';

export async function benchRender() {
  const output = await bundleTyped('bench/render-page.ts');
  console.log(
    `\n## Rendering a page from known lists, ${process.version}, CPU per page without compression\n`,
  );
  console.log('| page | HTML, bytes | ms: median (quartiles) |\n|---|---|---|');
  for (const path of ['/HomeFr', '/Home', '/Events', '/Gallery', '/Vision'])
    execFileSync(process.execPath, [output, path], { stdio: 'inherit' });
}
