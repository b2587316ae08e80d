// Draws content/pictures and content/files anew from server/provider/sample/drawings: npm run draw
import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const source = new URL('../server/provider/sample/drawings/write.ts', import.meta.url);
const bundle = new URL('./.draw.mjs', import.meta.url);

await build({
  entryPoints: [fileURLToPath(source)],
  outfile: fileURLToPath(bundle),
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
try {
  const { writeDrawings } = await import(bundle.href);
  await writeDrawings(fileURLToPath(new URL('.', import.meta.url)));
} finally {
  await rm(bundle, { force: true });
}
