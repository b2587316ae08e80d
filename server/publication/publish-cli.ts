import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contentFolder } from './content-folder.ts';
import { RESULT_FILE } from './ignored-files.ts';
import { publishWhenStill } from './publish-for-build.ts';
import { Publisher } from './publisher.ts';
import { resultOfUnchanged } from './publish.ts';
import { resultText, saysPublished, type Result } from './result-file.ts';
import { replacePublicFile } from './write-files.ts';
import { loadSettings, type Environment } from '../config.ts';
import { openLog } from '../log/open-log.ts';
import { isWrongUse, type CommandResult } from '../start-command.ts';
import { errorCode } from '../system-errors.ts';
import { VERSION } from '../version.ts';

const USAGE = `Usage: npm run publish -- [--once [--keep]] [--still SECONDS] [--poll SECONDS] [--notify FILE]

Publishes CONTENT_DIR each time that nothing in it has changed for a minute, and writes RESULT.txt there.
  --once    publishes it now, and ends: 0 if it is published, 1 if it has errors
  --keep    with --once: 0 also if it has errors, and this release has published it before
  --still   how long nothing may have changed, in seconds; 60
  --poll    how often the folder is looked at, in seconds; 5
  --notify  file that is written after each publication: the instances must restart
`;

const DIST = fileURLToPath(new URL('..', import.meta.url));
const MAX_SECONDS = 3_600;

export async function publishCommand(
  args: readonly string[],
  environment: Environment,
): Promise<CommandResult> {
  const text = { type: 'string' } as const;
  const options = {
    once: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    still: text,
    poll: text,
    notify: text,
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const [still, poll] = [values.still ?? '60', values.poll ?? '5'].map(Number);
    if (
      ![still, poll].every(
        (seconds) => seconds !== undefined && seconds > 0 && seconds <= MAX_SECONDS,
      )
    )
      return { code: 2, text: USAGE };
    const folder = contentFolder(environment);
    if (values.once) return await publishOnce(folder, values.keep);
    const { log } = openLog(loadSettings(environment));
    const notifyFile = values.notify ?? null;
    const publisher = new Publisher({
      folder,
      dist: DIST,
      log,
      notifyFile,
      stillMs: Number(still) * 1_000,
      pollMs: Number(poll) * 1_000,
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      // What is written is of no use until it is whole.
      process.once(signal, () => process.exit(0));
    return await publisher.run();
  } catch (error) {
    if (isWrongUse(error)) return { code: 2, text: USAGE };
    throw error;
  }
}

async function publishOnce(folder: string, keeps: boolean): Promise<CommandResult> {
  const options = { folder, dist: DIST };
  const outcome = await publishWhenStill(options);
  if (outcome.kind === 'unchanged') {
    // The build has published it.
    const unwritten = (await saysPublished(folder))
      ? ''
      : await tryToWrite(folder, await resultOfUnchanged(options, outcome.facts));
    return { code: 0, text: `Nothing has changed.\n${unwritten}` };
  }
  if (outcome.kind !== 'published' && outcome.kind !== 'rejected')
    return { code: 1, text: 'Somebody else publishes or changes the folder: try again.\n' };
  const unwritten = await tryToWrite(folder, outcome);
  const isKept = outcome.kind === 'rejected' && keeps && outcome.shown?.release === VERSION;
  const code = outcome.kind === 'published' || isKept ? 0 : 1;
  return { code, text: `${resultText(outcome).slice(1)}\n${unwritten}` };
}

/** The folder may belong to another user; what it says is printed. */
async function tryToWrite(folder: string, result: Result): Promise<string> {
  try {
    await replacePublicFile(join(folder, RESULT_FILE), resultText(result));
    return '';
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    return `RESULT.txt could not be written: ${code}\n`;
  }
}
