import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../../server/ops/doctor/check.ts';
import { documentedCommand } from './documented-command.ts';
import { ENQUIRY } from './form-page.ts';
import { createMachine } from './machine.ts';
import { HOST, makeCertificate } from './nginx.ts';
import { firingAlerts, PROMTOOL, type Scrape } from './promtool.ts';

export const PORTS = [3001, 3002] as const;
/** Of the certificate of nginx, which the doctor needs for the public address. */
export const AUTHORITY = `/etc/letsencrypt/live/${HOST}/fullchain.pem`;
/** In no log. */
export const SECRET = 'a-secret-of-at-least-32-characters';
export const TOKEN = 'planted-token';
export const MESSAGE = 'Does a bus stop at Nekpur?';

export type Installation = Awaited<ReturnType<typeof install>>;

/** The site on a machine of its own, set up by the steps of docs/operations.md, without what they load from a network. */
export async function install(providerUrl: string, dataDir: string, ports: readonly number[] = []) {
  const machine = await createMachine([Number(new URL(providerUrl).port), ...ports], dataDir);
  const { root, must, run } = machine;
  const releases = join(root, 'srv/gis-site/releases');

  /** A clone with its build; what is not committed yet comes along. */
  function addRelease(name: string): void {
    const release = join(releases, name);
    execFileSync('git', ['clone', '--quiet', process.cwd(), release], { stdio: 'pipe' });
    const args = ['ls-files', '--modified', '--others', '--exclude-standard'];
    const changed = execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n');
    for (const file of changed) if (existsSync(file)) cpSync(file, join(release, file));
    cpSync('dist', join(release, 'dist'), { recursive: true });
  }

  async function setUp(): Promise<void> {
    const steps = async (...numbers: number[]) => {
      for (const step of numbers)
        await must(`set -e; cd /srv/gis-site; ${documentedCommand({ heading: 'Set up' }, step)}`);
    };
    await must(`echo 127.0.0.1 ${HOST} school.example >>/etc/hosts; systemctl enable --now nginx`);
    await steps(3, 6, 7);
    await set({
      SITE_URL: `https://${HOST}`,
      PROVIDER_URL: providerUrl,
      SECRET,
      PROVIDER_TOKEN: TOKEN,
      NODE_EXTRA_CA_CERTS: AUTHORITY,
      PICTURES_AHEAD: 'off',
    });
    await steps(8, 10);
    const certificate = join(root, dirname(AUTHORITY));
    mkdirSync(certificate, { recursive: true });
    makeCertificate(certificate);
    await steps(12);
    await ready();
  }

  /** Changes /etc/gis-site.env. */
  async function set(changes: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(changes))
      await must(
        `sed -i '/^${name}=/d' /etc/gis-site.env && echo '${name}=${value}' >>/etc/gis-site.env`,
      );
  }

  /** @throws Error with the log if an instance does not become ready. */
  async function ready(): Promise<void> {
    for (const port of PORTS)
      await must(
        `curl -sf --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:${port}/readyz || { journalctl -n 50 -o cat; exit 1; }`,
      );
  }

  /** By https, as a visitor does. */
  async function request(path: string, ...options: string[]) {
    const { out } = await run(
      `curl -sk --max-time 100 -w '\\n%{http_code} %{time_total}' ${options.map((option) => `'${option}'`).join(' ')} 'https://${HOST}${path}'`,
    );
    const [, body = '', status, seconds] = /^(.*)\n(\d+) ([\d.]+)$/s.exec(out) ?? [];
    return { body, status: Number(status), seconds: Number(seconds) };
  }

  let enquiries = 0;
  /** Sends Get In Touch; the name on it is new. */
  async function enquire(...options: string[]) {
    enquiries += 1;
    const name = `Asha ${String.fromCodePoint(64 + enquiries)}`;
    const fields = new URLSearchParams({ ...ENQUIRY, message: MESSAGE, name }).toString();
    const headers = [`Origin: https://${HOST}`, 'Accept: application/json'];
    const response = await request(
      '/HomeFr',
      ...headers.flatMap((header) => ['-H', header]),
      '-d',
      fields,
      ...options,
    );
    return { name, ...response };
  }

  /** What the doctor has in red, a line each, with its remedy. */
  async function doctor(): Promise<string> {
    const { out, errors } = await run(npm('doctor -- --json'));
    if (out === '') throw new Error(errors);
    const { checks } = JSON.parse(out) as { checks: Check[] };
    const failed = checks.filter(({ state }) => state === 'fail');
    return failed.map(({ id, what, remedy }) => `${id}: ${what} -> ${remedy}`).join('\n');
  }

  const admin = async (path: string) => {
    const read = (port: number) => run(`curl -sf --max-time 10 http://127.0.0.1:1${port}/${path}`);
    return Promise.all(PORTS.map(async (port) => (await read(port)).out));
  };

  async function scrape(): Promise<Scrape> {
    const texts = await admin('metrics');
    return new Map(PORTS.map((port, index) => [`127.0.0.1:1${port}`, texts[index] || null]));
  }

  return {
    machine,
    addRelease,
    setUp,
    ready,
    npm: (script: string) => must(npm(script)),
    /** Both at once, with changed settings. */
    async restart(changes: Readonly<Record<string, string>> = {}): Promise<void> {
      await set(changes);
      await must(`systemctl restart ${PORTS.map((port) => `gis-site@${port}`).join(' ')}`);
      await ready();
    },
    request,
    enquire,
    doctor,
    scrape,
    health: async () => (await admin('health')).join('\n'),
    /** Lines of the journal with at least this level, since a time. */
    log: (since: Date) =>
      must(`journalctl -u 'gis-site@*' -o cat --since @${since.getTime() / 1_000} --no-pager`),
    /** A line each, with its remedy. */
    async alertsSince(before: Scrape): Promise<string> {
      const firing = PROMTOOL === null ? [] : firingAlerts(PROMTOOL, before, await scrape());
      return firing
        .map(({ name, summary, remedy }) => `${name}: ${summary} -> ${remedy}`)
        .join('\n');
    },
  };
}

/** A script of the release. */
const npm = (script: string): string => `cd /srv/gis-site/current && npm run --silent ${script}`;
