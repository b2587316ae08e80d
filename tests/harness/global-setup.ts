import { execFileSync } from 'node:child_process';
import { findOrInstallChromium } from './chromium.ts';

/** Once per run: the browser's files are built, and there is a browser. */
export default function setUp(): void {
  execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  findOrInstallChromium();
}
