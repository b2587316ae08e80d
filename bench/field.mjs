// What the site says of files that others made: `node bench/field.mjs pdfs FOLDER`. No file is changed or stored.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The CV check beside poppler's `pdfinfo`, which opens what common readers open. */
async function judgePdfs(folder) {
  const { getPdfState } = await load('shared/forms/cv.ts');
  return filesOf(folder, /\.pdf$/i).map((path) => {
    const { status, stderr } = spawnSync('pdfinfo', [path], { encoding: 'utf8' });
    const isOpened = status === 0 || /Incorrect password/.test(stderr);
    const state = getPdfState(readFileSync(path));
    const isTaken = state === 'complete';
    const note = isOpened && !isTaken ? state : '';
    return {
      kind: `${isTaken ? 'taken' : 'refused'}, ${isOpened ? '' : 'not '}opened`,
      path,
      note,
    };
  });
}

const KINDS = { pdfs: judgePdfs };

/** A module of the product, which is TypeScript. */
async function load(path) {
  const options = { entryPoints: [path], bundle: true, format: 'esm', write: false };
  const { outputFiles } = await build(options);
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

function filesOf(folder, pattern) {
  const names = readdirSync(folder, { recursive: true });
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

const [kind = '', folder = ''] = process.argv.slice(2);
if (KINDS[kind] === undefined || folder === '') {
  console.error(`Usage: node bench/field.mjs ${Object.keys(KINDS).join('|')} FOLDER`);
  process.exit(2);
}
const judged = await KINDS[kind](folder);
for (const { path, note } of judged) if (note !== '') console.log(`${note}\t${path}`);
const counts = {};
for (const file of judged) counts[file.kind] = (counts[file.kind] ?? 0) + 1;
console.table(counts);
