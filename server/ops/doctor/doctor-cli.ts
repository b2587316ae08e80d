import { fileURLToPath } from 'node:url';
import { parseArgs, styleText } from 'node:util';
import type { Check } from './check.ts';
import { examine } from './doctor.ts';
import { findSamples } from './public-check.ts';
import { loadPublication, PublicationError } from '../../publication/publication.ts';
import { loadSettings, SettingsError, type Environment } from '../../config.ts';
import { isWrongUse, type CommandResult } from '../../start-command.ts';

const USAGE = `Usage: npm run doctor -- [--form] [--json]
       npm run check:public -- [--json]

  --form  sends the provider one enquiry that is marked as a test

Exit codes: 0 no error, nothing left to do; 1 otherwise; 2 wrong use.
`;

// The command runs in dist/server.
const DIST = fileURLToPath(new URL('..', import.meta.url));
const SIGNS = { ok: ['✔', 'green'], warn: ['!', 'yellow'], fail: ['✘', 'red'] } as const;

/** `--public` runs the check before going public. Each check is printed at once. */
export async function runDoctorCli(
  args: readonly string[],
  environment: Environment,
): Promise<CommandResult> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { form: flag, json: flag, public: flag };
  try {
    const { values } = parseArgs({ args: [...args], options });
    const isWell = values.public
      ? await printSamples(environment, values.json)
      : await printChecks(environment, values);
    return { code: isWell ? 0 : 1, text: '' };
  } catch (error) {
    if (isWrongUse(error)) return { code: 2, text: USAGE };
    throw error;
  }
}

async function printChecks(
  environment: Environment,
  { form, json }: { form: boolean; json: boolean },
): Promise<boolean> {
  const checks: Check[] = [];
  const found = examine({ environment, dist: DIST, sendsForm: form });
  for await (const check of found) {
    checks.push(check);
    if (!json) process.stdout.write(linesOf(check));
  }
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  const totals = { ok: count('ok'), warn: count('warn'), fail: count('fail') };
  process.stdout.write(
    json
      ? `${JSON.stringify({ checks, totals }, null, 2)}\n`
      : `\n${totals.ok} well, ${totals.warn} to look at, ${totals.fail} wrong\n`,
  );
  return totals.fail === 0;
}

function linesOf({ id, state, what, remedy }: Check): string {
  const [sign, colour] = SIGNS[state];
  const advice = remedy === undefined ? '' : `    -> ${remedy}\n`;
  return `${styleText(colour, `${sign} ${id}`)}  ${what}\n${advice}`;
}

async function printSamples(environment: Environment, json: boolean): Promise<boolean> {
  let left: readonly string[];
  try {
    left = findSamples(loadPublication(DIST), loadSettings(environment));
  } catch (error) {
    if (error instanceof PublicationError) left = [error.message];
    else if (error instanceof SettingsError) left = error.errors;
    else throw error;
  }
  const text = left.map((line) => `${line}\n`).join('');
  const total = left.length === 0 ? 'Nothing is left.\n' : `\n${left.length} left to do.\n`;
  process.stdout.write(json ? `${JSON.stringify({ left }, null, 2)}\n` : text + total);
  return left.length === 0;
}
