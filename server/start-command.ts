import type { Environment } from './config.ts';
import { runAsInstalled } from './installation.ts';
import { errorCode } from './system-errors.ts';

/** The text is for stdout after the code 0, else for stderr. 1 is not done, 2 wrong use. */
export type CommandResult = { code: number; text: string };

export type Command = (args: readonly string[], environment: Environment) => Promise<CommandResult>;

/**
 * Runs a command on a server as the site's user with its settings, elsewhere as it is.
 * @param options.keepsRoot as in installation.ts.
 */
export async function startCommand(
  load: () => Promise<Command>,
  options?: { keepsRoot: boolean },
): Promise<void> {
  // Node reads source maps of modules that are loaded later.
  process.setSourceMapsEnabled(true);
  if (runAsInstalled(process.env, options)) return;
  const run = await load();
  const { code, text } = await run(process.argv.slice(2), process.env);
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exitCode = code;
}

/** Whether `parseArgs` does not know an option. */
export function isWrongUse(error: unknown): boolean {
  return errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true;
}
