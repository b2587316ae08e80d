// bench/axe-faults.ts, which the tests have too, for programs that run without a bundler.
import { resolve } from 'node:path';
import esbuild from 'esbuild';
import { serverOptions } from '../../server/build/bundle-server.mjs';

const OUTPUT = 'dist/bench/axe-faults.mjs';

export async function loadAxeFaults() {
  await esbuild.build({
    ...serverOptions(),
    entryPoints: ['bench/axe-faults.ts'],
    outfile: OUTPUT,
  });
  const { axeFaults } = await import(resolve(OUTPUT));
  return axeFaults;
}
