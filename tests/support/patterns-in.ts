import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { parseAst } from 'vite';

/** A regular expression and the file that has it. */
export type Pattern = { file: string; pattern: RegExp };

/** All regular expressions of some folders: the literals, and those that are constructed when a file is loaded. */
export async function patternsIn(folders: readonly string[]): Promise<Pattern[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const patterns: Pattern[] = [];
  for (const file of files) {
    for (const pattern of literalsIn(file)) patterns.push({ file, pattern });
    for (const pattern of await constructedIn(file)) patterns.push({ file, pattern });
  }
  const known = new Map(patterns.map((each) => [String(each.pattern), each]));
  return [...known.values()];
}

function literalsIn(file: string): RegExp[] {
  const loader = file.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(readFileSync(file, 'utf8'), { loader, jsx: 'automatic' });
  const found: RegExp[] = [];
  visit(parseAst(code), (node) => {
    if ('regex' in node && node.regex instanceof Object && 'pattern' in node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push(new RegExp(pattern, flags));
    }
  });
  return found;
}

function visit(node: unknown, take: (node: object) => void): void {
  if (typeof node !== 'object' || node === null || node instanceof RegExp) return;
  take(node);
  for (const part of Object.values(node)) visit(part, take);
}

async function constructedIn(file: string): Promise<RegExp[]> {
  const found: RegExp[] = [];
  const Original = RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags]: [string, string?]) {
      const pattern = new target(source, flags);
      found.push(pattern);
      return pattern;
    },
  });
  try {
    await import(/* @vite-ignore */ resolve(file));
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}
