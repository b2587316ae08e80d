// Programs of the npm registry, fetched at their first use.
import { spawnSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { serverOptions } from '../../server/build/bundle-server.mjs';
import { findBrowser } from './states.mjs';

/** For Lighthouse and the link checker. */
export const NEWER_NODE = 'node@24.9.0';

export class ToolMissing extends Error {
  name = 'ToolMissing';
}

const OUTPUT_LIMIT = 512 * 1024 * 1024;

/** Runs a program of the packages. @throws ToolMissing */
export function npx(packages, args, env = {}) {
  const result = spawnSync('npx', ['--yes', ...packages.flatMap((name) => ['-p', name]), ...args], {
    encoding: 'utf8',
    maxBuffer: OUTPUT_LIMIT,
    env: { ...process.env, CHROME_PATH: findBrowser(), npm_config_loglevel: 'error', ...env },
  });
  if (/npm (?:error|ERR!)/.test(result.stderr))
    throw new ToolMissing(`npx cannot install ${packages.join(', ')}: ${lastLine(result.stderr)}`);
  return result;
}

/** Bundles a module as the server is. @returns the file */
export async function bundleTyped(path) {
  const outfile = resolve('dist/bench', `${basename(path, '.ts')}.mjs`);
  await esbuild.build({ ...serverOptions(), entryPoints: [path], outfile });
  return outfile;
}

export async function importTyped(path) {
  return await import(pathToFileURL(await bundleTyped(path)).href);
}

function lastLine(text) {
  return text.trim().split('\n').at(-1) ?? '';
}

/** @param accepted patterns of messages (and places), each with a reason */
export function split(reported, accepted) {
  const isOf = ({ pattern, place = /^/ }, one) =>
    pattern.test(one.message) && place.test(one.place);
  return {
    errors: reported.filter((one) => !accepted.some((rule) => isOf(rule, one))),
    accepted: accepted
      .map((rule) => ({
        reason: rule.reason,
        count: reported.filter((one) => isOf(rule, one)).length,
      }))
      .filter(({ count }) => count > 0),
  };
}
