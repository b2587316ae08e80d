// Programs of others, each fetched when it is first used, in the version that is named here.
import { spawnSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { serverOptions } from '../../server/build/bundle-server.mjs';
import { findBrowser } from './states.mjs';

/** Lighthouse and the link checker want a newer Node than the site does. */
export const NEWER_NODE = 'node@24.9.0';

/** A tool that this machine has not, and that cannot be fetched. */
export class ToolMissing extends Error {
  name = 'ToolMissing';
}

const OUTPUT_LIMIT = 512 * 1024 * 1024;

/**
 * Runs a program of the npm registry.
 * @param packages names with versions; the program is looked for in all of them.
 * @throws ToolMissing if it could not be had.
 */
export function npx(packages, args, env = {}) {
  const result = spawnSync('npx', ['--yes', ...packages.flatMap((name) => ['-p', name]), ...args], {
    encoding: 'utf8',
    maxBuffer: OUTPUT_LIMIT,
    env: { ...process.env, CHROME_PATH: findBrowser(), npm_config_loglevel: 'error', ...env },
  });
  if (/npm (?:error|ERR!)/.test(result.stderr))
    throw new ToolMissing(`npx cannot have ${packages.join(', ')}: ${lastLine(result.stderr)}`);
  return result;
}

/** A TypeScript module, bundled as the server is. */
export async function importTyped(path) {
  const outfile = resolve('dist/bench', `${basename(path, '.ts')}.mjs`);
  await esbuild.build({ ...serverOptions(), entryPoints: [path], outfile });
  return await import(pathToFileURL(outfile).href);
}

function lastLine(text) {
  return text.trim().split('\n').at(-1) ?? '';
}

/**
 * What a tool has said, as faults and as what is taken as it is.
 * @param accepted patterns of messages, and of places if not all, each with the reason why it stays.
 */
export function split(said, accepted) {
  const isOf = ({ pattern, place = /^/ }, one) =>
    pattern.test(one.message) && place.test(one.place);
  return {
    faults: said.filter((one) => !accepted.some((rule) => isOf(rule, one))),
    accepted: accepted
      .map((rule) => ({ reason: rule.reason, count: said.filter((one) => isOf(rule, one)).length }))
      .filter(({ count }) => count > 0),
  };
}
