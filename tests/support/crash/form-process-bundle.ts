import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { removeFolder } from '../remove-folder.ts';

export type FormProcess = { child: ChildProcess; port: number };

/** Bundles form-process.ts once and starts processes of it. */
export async function bundleFormProcess() {
  const folder = mkdtempSync(join(tmpdir(), 'gis-crash-'));
  const script = join(folder, 'form-process.cjs');
  await build({
    entryPoints: ['tests/support/crash/form-process.ts'],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return {
    /** Starts it over an outbox, perhaps under another program such as strace. Resolves when it listens. */
    async start(
      outbox: string,
      { under = [], more = [] }: { under?: readonly string[]; more?: readonly string[] } = {},
    ): Promise<FormProcess> {
      const [program = process.execPath, ...flags] = under;
      const own = [script, outbox, ...more];
      const parts = under.length === 0 ? own : [...flags, process.execPath, ...own];
      const child = spawn(program, parts, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(child.stdout, 'data');
      return { child, port: Number(String(line).trim()) };
    },
    remove: () => removeFolder(folder),
  };
}
