import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

/** An island's name before its component, and an enhancement's. */
const NAMES = /['"](\w+)['"],?\s+component\b|\bdata-enhance="([\w-]+)"/g;

/**
 * @throws Error for a name in the pages without a module, which would fail in the browser only, and for a module that
 * no source names
 */
export async function checkModuleNames(root, modules) {
  const files = await readdir(join(root, 'client'), { recursive: true });
  const unnamed = new Set(Object.keys(modules));
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const source = await readFile(join(root, 'client', file), 'utf8');
    for (const [, literal] of source.matchAll(/['"]([\w-]+)['"]/g))
      if (parse(file).name !== literal) unnamed.delete(literal);
    for (const [, ...names] of source.matchAll(NAMES)) {
      const name = names.find(Boolean) ?? '';
      if (modules[name] === undefined)
        throw new Error(`client/${file}: no file of client/islands or client/scripts is ${name}`);
    }
  }
  if (unnamed.size > 0) throw new Error(`client: no page names ${[...unnamed].join(', ')}`);
}
