import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './bundles.mjs';

const TEXTS = join(ROOT, 'client/hindi-texts.json');
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const PLACE = /\$?\{[^}]*\}/g;

/** English texts of client/hindi-texts.json that stand in the sources of modules. */
export async function textsIn(sources) {
  const known = Object.keys(JSON.parse(await readFile(TEXTS, 'utf8')));
  const literals = new Set();
  for (const source of sources) {
    const code = await readFile(join(ROOT, source), 'utf8');
    for (const [literal] of code.matchAll(LITERAL))
      literals.add(literal.slice(1, -1).replace(/\\(.)/g, '$1').replace(PLACE, '{}'));
  }
  return known.filter((text) => literals.has(text.replace(PLACE, '{}'))).toSorted();
}
