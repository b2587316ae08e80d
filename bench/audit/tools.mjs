// Programs of others, each fetched when it is first used, in the version that is named here.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
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

/**
 * The files of a repository at one commit, kept between runs in the machine's folder for temporary files.
 * @throws ToolMissing if they could not be had.
 */
export function checkout({ repository, commit }) {
  const folder = join(
    tmpdir(),
    `gis-audit-${repository.replace(/\W/g, '-')}-${commit.slice(0, 10)}`,
  );
  if (!existsSync(join(folder, '.git', 'HEAD'))) mkdirSync(folder, { recursive: true });
  const git = (...args) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  if (git('rev-parse', '--verify', '--quiet', 'HEAD').stdout.trim() === commit) return folder;
  git('init', '--quiet');
  const fetched = git(
    'fetch',
    '--quiet',
    '--depth',
    '1',
    `https://github.com/${repository}`,
    commit,
  );
  if (fetched.status !== 0)
    throw new ToolMissing(`git cannot fetch ${repository}: ${lastLine(fetched.stderr)}`);
  git('checkout', '--quiet', '--detach', commit);
  return folder;
}

/**
 * A Python that has the modules: Debian's where it has them, else one with the packages of the registry.
 * @throws ToolMissing if they could not be had.
 */
export function pythonWith(packages) {
  const names = packages.map((name) => name.replace(/==.*/, ''));
  for (const python of ['/usr/bin/python3', 'python3'])
    if (spawnSync(python, ['-c', `import ${names.join(', ')}`]).status === 0)
      return { python, env: {} };
  const folder = join(tmpdir(), `gis-audit-${names.join('-')}`);
  const installed = spawnSync(
    'python3',
    ['-m', 'pip', 'install', '--quiet', '--target', folder, ...packages],
    { encoding: 'utf8' },
  );
  if (installed.status !== 0)
    throw new ToolMissing(
      `pip cannot install ${packages.join(', ')}: ${lastLine(installed.stderr)}`,
    );
  return { python: 'python3', env: { PYTHONPATH: folder } };
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
