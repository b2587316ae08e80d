import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findOrInstallChromium } from './chromium.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only interfaces merge
  interface ProvidedContext {
    /** WebSocket address of the run's Chromium. */
    chromium: string;
  }
}

/** Starts the one Chromium of a run; each visit is a context of its own in it. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: findOrInstallChromium(),
    host: '127.0.0.1',
    // Visitors have it, so the tests do.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Names that are no secure context, unlike localhost, and that no name server has (RFC 2606).
      '--host-resolver-rules=MAP *.example 127.0.0.1',
    ],
  });
  provide('chromium', server.wsEndpoint());
  return () => server.close();
}
