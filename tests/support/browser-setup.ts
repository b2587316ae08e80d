import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from './chromium.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only interfaces merge
  interface ProvidedContext {
    /** WebSocket address of the run's Chromium. */
    chromium: string;
  }
}

/** Starts the one Chromium of a run; each visit is a context of its own in it. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ ...chromiumOptions('any'), host: '127.0.0.1' });
  provide('chromium', server.wsEndpoint());
  return () => server.close();
}
