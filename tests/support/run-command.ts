import { execFile } from 'node:child_process';

export type CommandResult = { code: number | null; out: string; errors: string };

/** A command in a folder, with an environment of its own. */
export function runCommand(
  folder: string,
  [command, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { PATH, HOME } = process.env;
  const options = { cwd: folder, env: { PATH, HOME, ...environment }, maxBuffer: Infinity };
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (_error, out, errors) =>
      resolve({ code: child.exitCode, out, errors }),
    );
    child.stdin?.end();
  });
}
