import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { Check } from '../../server/ops/doctor/check.ts';
import { examine } from '../../server/ops/doctor/doctor.ts';
import { runProgram } from './child-process.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** No output may have it. */
export const TOKEN = 'planted-Token-9';

type Environment = Readonly<Record<string, string>>;

/** A port that nothing listens on, and a data folder, unless the test names its own. */
async function withDefaults(environment: Environment): Promise<Environment> {
  const dataDir = temporaryFolder();
  return { DATA_DIR: dataDir, PORT: String(await freePort()), HOST: '127.0.0.1', ...environment };
}

/** The built command as an operator runs it. */
export async function run(environment: Environment, ...args: string[]) {
  return runProgram('doctor', args, await withDefaults(environment));
}

export async function diagnosed(environment: Environment, { sendsForm = false } = {}) {
  const complete = await withDefaults(environment);
  return findings(
    await allOf(examine({ environment: complete, dist: resolve('dist'), sendsForm })),
  );
}

export async function allOf(found: AsyncGenerator<Check>): Promise<Check[]> {
  const checks: Check[] = [];
  for await (const check of found) checks.push(check);
  return checks;
}

export async function statesOf(found: AsyncGenerator<Check>): Promise<Check['state'][]> {
  return (await allOf(found)).map(({ state }) => state);
}

/** The same of the built command, for what Node reads at its start. */
export async function diagnosedByCommand(environment: Environment) {
  const { code, out, errors } = await run(environment, '--json');
  expect(errors).toBe('');
  const { checks, totals } = JSON.parse(out) as { checks: Check[]; totals: object };
  expect(Object.values(totals)).toHaveLength(3);
  return { ...findings(checks), code };
}

function findings(checks: Check[]) {
  expect(JSON.stringify(checks)).not.toContain(TOKEN);
  for (const { id, state, remedy } of checks)
    expect([id, remedy === undefined]).toEqual([id, state === 'ok']);
  const failed = checks.filter(({ state }) => state === 'fail');
  return {
    checks,
    /** The ids of the red ones, and these in words with their remedies. */
    red: failed.map(({ id }) => id),
    lines: failed.map(({ id, what, remedy }) => `${id}: ${what} -> ${remedy}`),
    of: (id: string) => checks.find((check) => check.id === id),
  };
}
