import { findOrInstallChromium } from './chromium.ts';

/** Once per run, before the first test that opens a browser. */
export default function setUp(): void {
  findOrInstallChromium();
}
