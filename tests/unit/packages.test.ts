import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
