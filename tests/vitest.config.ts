import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/harness/global-setup.ts'],
    reporters: ['default', './tests/harness/closing-line.ts'],
    // A real browser and real processes on a small machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A small CI machine stalls now and then; what is broken fails each time.
    retry: process.env['CI'] ? 2 : 0,
  },
});
