import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FormServerOptions } from '../form-server.ts';
import { removeFolder } from '../temporary-folder.ts';

export type FormProcess = { child: ChildProcess; port: number };

/** Bundles form-process.ts once and starts processes of it. */
export async function bundleFormProcess() {
  // Below the packages that it imports.
  const folder = mkdtempSync(join('node_modules', '.gis-crash-'));
  const script = join(folder, 'form-process.js');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  await build({
    entryPoints: ['tests/support/crash/form-process.ts', 'server/outbox/sqlite-worker.js'],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    external: ['@photostructure/sqlite', 'pg-native'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return {
    /** Starts it, perhaps under another program such as `env`. Resolves when it listens. */
    async start(options: FormServerOptions, under: readonly string[] = []): Promise<FormProcess> {
      const own = [process.execPath, script, JSON.stringify(options)];
      const [program = '', ...parts] = [...under, ...own];
      const child = spawn(program, parts, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(child.stdout, 'data');
      return { child, port: Number(String(line).trim()) };
    },
    remove: () => removeFolder(folder),
  };
}
