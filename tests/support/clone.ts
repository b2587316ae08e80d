import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from './temporary-folder.ts';

export type CommandResult = { code: number | null; out: string; errors: string };

/**
 * A fresh clone of this repository. What is not committed yet comes along, and in place of `npm ci`, which may
 * not reach its registry, stands a link to the packages of this one.
 */
export function cloneRepository(): string {
  const folder = temporaryFolder();
  execFileSync('git', ['clone', '--quiet', process.cwd(), folder], { stdio: 'pipe' });
  for (const file of [
    ...linesOf('git', ['diff', '--name-only', 'HEAD']),
    ...linesOf('git', ['ls-files', '--others', '--exclude-standard']),
  ]) {
    if (existsSync(file)) cpSync(file, join(folder, file));
    else rmSync(join(folder, file), { force: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** A command in a folder, with an environment of its own. */
export async function runCommand(
  folder: string,
  [command, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, errors] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, errors };
}

function linesOf(command: string, args: readonly string[]): string[] {
  return execFileSync(command, args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}
