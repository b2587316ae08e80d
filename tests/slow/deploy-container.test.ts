import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { endProcess } from '../support/child-process.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { scripts, version } from '../../package.json' with { type: 'json' };

const DOCKERFILE = readFileSync('Dockerfile', 'utf8');
type Service = {
  image: string;
  build?: object;
  mem_limit: string;
  volumes?: string[];
  networks?: unknown;
};
const { name, services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
  name: string;
  services: Record<string, Service>;
};

test('a linter finds nothing in the Dockerfile', () => {
  const errors = validate(DOCKERFILE).map(({ message, range }) => [range.start.line + 1, message]);
  expect(errors).toEqual([]);
});

test('the image has a pinned base, version and start of package.json, and a user without rights', () => {
  const bases = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim(@sha256:[0-9a-f]{64})?$/);
  const major = readFileSync('.nvmrc', 'utf8').trim();
  expect(bases[0]).toContain(`node:${major}.`);
  expect(DOCKERFILE).toContain(`ARG VERSION=${version}\n`);
  expect(DOCKERFILE).toMatch(/^USER node$/m);
  // The shell form would be the process that gets SIGTERM, and would not pass it on.
  const words = scripts.start.split(' ').map((word) => `"${word}"`);
  expect(DOCKERFILE.split('\n')).toContain(`CMD [${words.join(', ')}]`);
});

test('settings and their copies stay out of the build of the image', () => {
  const folder = temporaryFolder();
  // git reads these patterns as Docker does.
  cpSync('.dockerignore', join(folder, '.gitignore'));
  const input = ['.env', 'deploy/.env', 'deploy/.env.bak', '.env.example'].join('\n');
  spawnSync('git', ['init', '--quiet'], { cwd: folder });
  const check = spawnSync('git', ['check-ignore', '--stdin'], { cwd: folder, input });
  expect(check.stdout.toString()).toBe('.env\ndeploy/.env\ndeploy/.env.bak\n');
});

test("the image's health check follows the site", async () => {
  const { port, child } = await startProcess();
  const check = () =>
    spawnSync(process.execPath, ['deploy/health-check.mjs'], {
      env: { PORT: String(port) },
      encoding: 'utf8',
    });
  expect(check()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  await endProcess(child, 'SIGKILL');
  expect(check()).toMatchObject({ status: 1, stdout: '', stderr: '' });
});

test('logrotate makes nginx of compose open its logs anew', () => {
  const rotated = readFileSync('deploy/logrotate.conf', 'utf8');
  expect(services['nginx']?.volumes).toContain('/var/log/gis-site:/var/log/gis-site');
  expect(rotated).toMatch(/^\/var\/log\/gis-site\/\*\.log \{$/m);
  expect(rotated).toContain(`docker kill --signal=HUP ${name}-nginx-1 `);
});

test('in compose two instances run read-only behind nginx, with the time that their stop takes', () => {
  const sites = [services['site-a'], services['site-b']];
  for (const site of sites)
    expect(site).toMatchObject({ read_only: true, stop_grace_period: '20s' });
  // The same as without containers, but for the addresses.
  const [one, other] = sites.map((site) => `${Object(site?.networks).inside.ipv4_address}:3000`);
  const shipped = directives(readFileSync('deploy/nginx-upstream.conf', 'utf8'))
    .join('\n')
    .replaceAll('127.0.0.1:3001', one ?? '')
    .replaceAll('127.0.0.1:3002', other ?? '');
  expect(directives(readFileSync('deploy/compose-upstream.conf', 'utf8'))).toEqual(
    shipped.split('\n'),
  );
});

test('compose creates read-only containers and waits for all; those of the site are one image, and none swaps', () => {
  for (const service of Object.values(services)) {
    // Compose copies their text into the container, which a read-only one does not take.
    expect(service).not.toHaveProperty('configs');
    // `up --wait` fails at the check of an image that is disabled.
    expect(service).not.toHaveProperty('healthcheck.disable');
  }
  const ours = Object.values(services).filter(({ image }) => image.startsWith('gis-site:'));
  expect(ours).toHaveLength(5);
  for (const service of ours) expect(service).toMatchObject({ memswap_limit: service.mem_limit });
  expect(ours.filter((service) => 'build' in service)).toHaveLength(1);
});

function directives(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}
