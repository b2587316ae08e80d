import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from './bundles.mjs';

/** Holds the browser's weight to client/budgets.json. */
export async function checkBudgets(dist, { entry, css, lightboxCss, fonts, modules }) {
  const budgets = JSON.parse(await readFile(join(ROOT, 'client/budgets.json'), 'utf8'));
  const { devanagari, ...others } = fonts;
  const weights = [
    ['entry', [entry], budgets.entry],
    ['css', [css], budgets.css],
    ['lightboxCss', [lightboxCss], budgets.lightboxCss],
    ['fonts', Object.values(others), budgets.fonts],
    ['devanagari', [devanagari], budgets.devanagari],
    ...Object.entries(modules).map(([name, { src, imports }]) => [
      name,
      [src, ...imports],
      budgets.modules[name] ?? budgets.modules[/[A-Z][a-z]+$/.exec(name)?.[0] ?? ''],
    ]),
  ];
  const errors = [];
  const worker = brotliCompressSync(await readFile(join(dist, 'worker.js'))).length;
  if (worker > budgets.worker)
    errors.push(`worker weighs ${worker}, its budget is ${budgets.worker}`);
  for (const [name, files, budget] of weights) {
    const sizes = await Promise.all(files.map((url) => transferSize(join(dist, url))));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (budget === undefined) errors.push(`${name} has no budget; it weighs ${bytes}`);
    else if (bytes > budget) errors.push(`${name} weighs ${bytes}, its budget is ${budget}`);
  }
  for (const name of Object.keys(budgets.modules))
    if (!Object.keys(modules).some((module) => module === name || module.endsWith(name)))
      errors.push(`${name} has a budget, and is no module`);
  if (errors.length > 0) throw new Error(`client/budgets.json: ${errors.join('; ')}`);
}

async function transferSize(path) {
  return (await stat(existsSync(`${path}.br`) ? `${path}.br` : path)).size;
}
