import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Which folders each folder may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  client: ['shared'],
  sample: ['shared'],
  server: ['shared', 'client', 'sample'],
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

test.each(Object.entries(MAY_IMPORT))('%s imports only from %j', (folder, allowed) => {
  const errors = sources(folder).flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => normalize(join(dirname(file), name)))
      .filter((target) => ![folder, ...allowed].some((root) => target.startsWith(`${root}/`)))
      .map((target) => `${file} imports ${target}`),
  );
  expect(errors).toEqual([]);
});

function importCycles(files: readonly string[]): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const name of importsOf(file))
      if (/^\..*\.tsx?$/.test(name)) visit(normalize(join(dirname(file), name)), [...path, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  return cycles;
}

test('there are no import cycles, types included', () => {
  expect(importCycles(Object.keys(MAY_IMPORT).flatMap(sources))).toEqual([]);
});

test.each(['client', 'shared'])('%s runs in the browser too: no node:* in it', (folder) => {
  const errors = sources(folder).filter((file) =>
    importsOf(file).some((name) => name.startsWith('node:')),
  );
  expect(errors).toEqual([]);
});

test('schemas are of zod/mini everywhere: one zod is loaded, and the small one in the browser', () => {
  const files = Object.keys(MAY_IMPORT)
    .flatMap(sources)
    .filter((file) => importsOf(file).includes('zod'));
  expect(files).toEqual([]);
});

test('process.env is read in one file of each program', () => {
  const readers = Object.keys(MAY_IMPORT)
    .flatMap(sources)
    .filter((file) => readFileSync(file, 'utf8').includes('process.env'));
  expect(readers).toEqual([
    'server/main.ts',
    'server/ops/doctor/start.ts',
    'server/outbox/start.ts',
  ]);
});

test('R-256: TypeScript and React, and the packages that the owner named', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  for (const name of [
    'express',
    'react',
    'react-dom',
    'react-router-dom',
    '@tanstack/react-query',
    'lru-cache',
    'multer',
    'form-data',
    'helmet',
    'swiper',
    'zod',
  ]) {
    expect(dependencies, name).toHaveProperty([name]);
  }
  for (const name of ['esbuild', 'supertest', 'vitest', 'typescript']) {
    expect(devDependencies, name).toHaveProperty([name]);
  }
});
