import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PACKAGES =
  'express react react-dom react-router-dom @tanstack/react-query lru-cache multer form-data helmet swiper zod';
const TOOLS = 'esbuild supertest vitest typescript';

test('R-256: TypeScript and React, and the packages that the owner named', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(PACKAGES.split(' ')));
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(TOOLS.split(' ')));
});
