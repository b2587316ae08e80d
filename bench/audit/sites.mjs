// Tools that look at the site as a whole, or at what it has besides pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { has, startSite } from '../processes.mjs';
import {
  checkout,
  importTyped,
  NEWER_NODE,
  ToolMissing,
  npx,
  pythonWith,
  split,
} from './tools.mjs';

const LINKINATOR = 'linkinator@8.1.0';
const LIGHTHOUSE = 'lighthouse@13.5.0';
const OBSERVATORY = '@mdn/mdn-http-observatory@1.4.8';
const DENO = 'deno@2.9.6';
const H1SPEC = {
  repository: 'uNetworking/h1spec',
  commit: 'f0a5650a20c575fbea0f7179a3a9cfa50f20ba6e',
};
const FEED_VALIDATOR = {
  repository: 'w3c/feedvalidator',
  commit: '43dabeb217bd8d8b0a3f12f3a6e7c39a8619d9a8',
};

/** A name as a school's, as the validators of feeds and headers take none of this machine's. */
const HOST = 'www.school.example';
/** What docs/operations.md has it raised to after some weeks. */
const HSTS_SECONDS = 15_552_000;
const CAMPUSES = ['', '/nekhpur'];

/** Every link of every page, files and anchors too; pictures that are drawn when they are asked for are not. */
export async function auditLinks({ base }) {
  const { stdout } = npx(
    [NEWER_NODE, LINKINATOR],
    [
      'linkinator',
      base,
      '--recurse',
      '--check-fragments',
      '--format',
      'json',
      '--skip',
      `^(?!${base})`,
      '--skip',
      '/api/image/',
    ],
  );
  const { links } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const checked = links.filter(({ state }) => state !== 'SKIPPED');
  return {
    tool: LINKINATOR,
    checked: `${checked.length} links`,
    faults: checked
      .filter(({ state }) => state === 'BROKEN')
      .map(({ url, status, parent }) => ({ fault: `${status} ${url}`, place: parent })),
  };
}

/** The W3C's validator of feeds. */
export async function auditFeeds({ folder }) {
  const validator = join(checkout(FEED_VALIDATOR), 'src');
  const { python, env } = pythonWith(['lxml==6.0.2', 'html5lib==1.1', 'rdflib==7.2.1']);
  const paths = CAMPUSES.flatMap((campus) =>
    ['News', 'Events', 'Notices'].flatMap((kind) => [
      `${campus}/${kind}.atom`,
      `${campus}/${kind}.rss`,
    ]),
  );
  const script = join(folder, 'feeds.py');
  writeFileSync(script, VALIDATE_FEEDS);
  const { stdout, stderr, status } = await withNamedSite(({ port }) =>
    spawnSync(python, [script, `http://localhost:${port}`, `https://${HOST}`, ...paths], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: [validator, env.PYTHONPATH].filter(Boolean).join(':') },
    }),
  );
  if (status !== 0) throw new Error(stderr);
  const said = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return {
    tool: `${FEED_VALIDATOR.repository}@${FEED_VALIDATOR.commit.slice(0, 7)}`,
    checked: `${paths.length} feeds`,
    ...split(said, [
      {
        pattern: /^Two entries with the same value for atom:updated/,
        reason: 'a hint: the platform dates records by the day, so that two may be of one moment',
      },
    ]),
  };
}

/** A line of JSON for each event that the validator has logged. */
const VALIDATE_FEEDS = `
import json, sys, urllib.request
import feedvalidator
from feedvalidator import compatibility
from feedvalidator.formatter.text_plain import Formatter
site, name, *paths = sys.argv[1:]
for path in paths:
    answer = urllib.request.urlopen(site + path)
    found = feedvalidator.validateStream(answer, contentType=answer.headers['content-type'], base=name + path)
    if found['feedType'] == 0: print(json.dumps({'message': 'no feed', 'fault': 'no feed', 'place': path}))
    for event in compatibility.AA(found['loggedEvents']):
        message = Formatter([event])[0].split(': ', 1)[-1]
        print(json.dumps({'message': message, 'fault': type(event).__name__ + ': ' + message, 'place': path}))
`;

/** The validator of sabre/vobject, which calendar servers use: RFC 5545's components and properties. */
export async function auditCalendars({ folder }) {
  if (!has('php'))
    throw new ToolMissing('there is no PHP (Debian: apt-get install php-sabre-vobject)');
  const script = join(folder, 'calendars.php');
  writeFileSync(script, VALIDATE_CALENDARS);
  const paths = CAMPUSES.map((campus) => `${campus}/Events.ics`);
  const files = paths.map((_path, index) => join(folder, `${index}.ics`));
  await withNamedSite(async ({ port }) => {
    for (const [index, path] of paths.entries())
      writeFileSync(files[index], await (await fetch(`http://localhost:${port}${path}`)).text());
  });
  const { stdout, stderr, status } = spawnSync('php', [script, ...files], { encoding: 'utf8' });
  if (status === NO_LIBRARY)
    throw new ToolMissing('there is no sabre/vobject (Debian: apt-get install php-sabre-vobject)');
  if (status !== 0) throw new Error(stderr);
  const [version, ...lines] = stdout.split('\n').filter(Boolean);
  const said = lines.map((line) => JSON.parse(line));
  return {
    tool: `sabre/vobject ${version}`,
    checked: `${paths.length} calendars, ${said.reduce((sum, { events }) => sum + events, 0)} events`,
    faults: said.flatMap(({ messages }, index) =>
      messages.map((fault) => ({ fault, place: paths[index] })),
    ),
  };
}

const NO_LIBRARY = 3;

/** The version, and a line of JSON for each file. */
const VALIDATE_CALENDARS = `<?php
spl_autoload_register(function ($name) {
  $path = stream_resolve_include_path(str_replace('\\\\', '/', $name) . '.php');
  if ($path !== false) include_once $path;
});
if (!class_exists('Sabre\\\\VObject\\\\Reader')) exit(${NO_LIBRARY});
echo Sabre\\VObject\\Version::VERSION, "\\n";
foreach (array_slice($argv, 1) as $file) {
  $messages = [];
  $events = 0;
  try {
    $calendar = Sabre\\VObject\\Reader::read(file_get_contents($file));
    $events = count($calendar->VEVENT);
    foreach ($calendar->validate() as $fault) $messages[] = $fault['message'];
    foreach ($calendar->VEVENT as $event)
      foreach ($event->validate() as $fault) $messages[] = 'VEVENT: ' . $fault['message'];
    if ($events === 0) $messages[] = 'no events';
  } catch (Exception $fault) {
    $messages[] = $fault->getMessage();
  }
  echo json_encode(['events' => $events, 'messages' => $messages]), "\\n";
}
`;

/** The scanner of MDN, with deploy/nginx.conf in front as it is for visitors. */
export async function auditHeaders() {
  for (const program of ['nginx', 'openssl'])
    if (!has(program))
      throw new ToolMissing(`there is no ${program} for the school's name and https`);
  const { startNginx } = await importTyped('tests/support/nginx.ts');
  return withNamedSite(async ({ port }) => {
    const nginx = await startNginx([port, port], HOST);
    try {
      const { stdout, stderr } = npx([OBSERVATORY], ['mdn-http-observatory-scan', HOST], {
        // Its script of installation downloads a list (school-host.mjs).
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
        faults: Object.entries(tests)
          .filter(([, { pass }]) => !pass)
          .map(([name, { result, scoreDescription }]) => ({
            fault: `${name}: ${result}: ${scoreDescription}`,
            place: '/',
          })),
      };
    } finally {
      await nginx.stop();
    }
  });
}

/** Requests as bytes, sound and unsound ones, and what RFC 9110 and 9112 have a server answer. */
export async function auditHttp({ port }) {
  const suite = join(checkout(H1SPEC), 'http_test.ts');
  const { stdout, stderr } = npx(
    [DENO],
    ['deno', 'run', '--quiet', '--allow-net', suite, 'localhost', String(port)],
  );
  const summary = /(\d+) out of (\d+) tests passed/.exec(stdout);
  if (summary === null) throw new Error(stderr);
  const [, passed, all] = summary;
  const said = `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => line.startsWith('❌'))
    .map((line) => ({ message: line.slice(2), fault: line.slice(2), place: '' }));
  return {
    tool: `${H1SPEC.repository}@${H1SPEC.commit.slice(0, 7)}`,
    checked: `${passed} of ${all} requests answered as it wants`,
    ...split(said, [
      {
        pattern:
          /^(?:Valid POST request with body|Chunked Transfer-Encoding): Response Status Code 403,/,
        reason: 'it wants an echo; a form that no page of the site has sent is refused with 403',
      },
    ]),
  };
}

const LIGHTHOUSE_PATHS = ['/Vision', '/HomeFr', '/Events', '/Career'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Speed is measured by `npm run bench -- browser`; a busy machine is no fault of a page. */
const LOWEST_SCORE = { performance: 0.9, accessibility: 1, 'best-practices': 1, seo: 1 };

export async function auditLighthouse({ base, folder }) {
  const faults = [];
  const scores = [];
  for (const [index, path] of LIGHTHOUSE_PATHS.entries()) {
    const output = join(folder, `lighthouse-${index}.json`);
    const { stderr, status } = npx(
      [NEWER_NODE, LIGHTHOUSE],
      [
        'lighthouse',
        base + path,
        '--quiet',
        '--output=json',
        `--output-path=${output}`,
        `--only-categories=${CATEGORIES.join(',')}`,
        '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
      ],
    );
    if (status !== 0) throw new Error(stderr);
    const { categories, audits } = JSON.parse(readFileSync(output, 'utf8'));
    scores.push(
      `${path} ${CATEGORIES.map((name) => Math.round(categories[name].score * 100)).join('/')}`,
    );
    for (const name of CATEGORIES) {
      if (categories[name].score >= LOWEST_SCORE[name]) continue;
      const low = categories[name].auditRefs
        .map(({ id }) => audits[id])
        .filter(({ score }) => score !== null && score < LOWEST_SCORE[name]);
      faults.push({ fault: `${name}: ${low.map(({ title }) => title).join('; ')}`, place: path });
    }
  }
  return { tool: `${LIGHTHOUSE}, ${CATEGORIES.join('/')}`, checked: scores.join(', '), faults };
}

/** The same site as visitors know it: by a name. */
async function withNamedSite(use) {
  const site = await startSite({
    SITE_URL: `https://${HOST}`,
    TRUST_PROXY: '1',
    HSTS_SECONDS: String(HSTS_SECONDS),
  });
  try {
    return await use(site);
  } finally {
    await site.stop();
  }
}
