import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/child-process.ts';
import { copySources } from '../support/copy-sources.ts';
import { crawl } from '../support/crawl.ts';
import { ENQUIRY } from '../support/form-page.ts';
import { postFields } from '../support/post-form.ts';
import { startProcess, type Process } from '../support/process.ts';
import { CAMPUS_TABLE, CAMPUSES, campusPath } from '../../shared/campuses.ts';
import { RECORD_SEGMENTS } from '../../shared/records/registry.ts';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import { offline } from '../../client/pages/Offline.tsx';

const ENTRY = `
  THIRD: {
    name: 'Third',
    otherNames: [],
    prefix: '/third',
    otherPrefixes: ['/3rd'],
    home: '/third/Home',
    breadcrumbHome: '/third/Home',
    chairmanPath: '/third/ChairmanMessage',
    eventsView: 'events',
    opensEvents: true,
  },
} as const satisfies`;

function rewrite(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, change(before));
}

/** The sources with the table's third entry, and what CONTRIBUTING asks for: its content has Nekpur's values. */
function withThirdCampus(): string {
  const folder = copySources();
  cpSync('tsconfig.json', join(folder, 'tsconfig.json'));
  rewrite(join(folder, 'shared/campuses.ts'), (text) =>
    text.replace('} as const satisfies', ENTRY),
  );
  rewrite(join(folder, 'client/hindi-texts.json'), (text) =>
    text.replace('{', '{"Third": "तीसरा",'),
  );
  rewrite(join(folder, 'content/site.json'), (text) => {
    const site = JSON.parse(text) as { campuses: { NEKPUR: object } };
    const third = { ...site.campuses.NEKPUR, label: 'Third' };
    return JSON.stringify({ ...site, campuses: { ...site.campuses, THIRD: third } });
  });
  for (const name of readdirSync(join(folder, 'content'), { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, 'content', name);
    if (name.endsWith('.md'))
      rewrite(path, (text) => text.replace(/^campus: both$/m, 'campus: all'));
    if (!name.endsWith('.csv')) continue;
    rewrite(path, (text) => {
      const lines = text
        .replaceAll(/^Both,/gm, 'All,')
        // It has Nekpur's PDFs.
        .replaceAll(/^(.*-nekpur\.pdf,.*),Nekpur,/gm, '$1,,')
        .trimEnd()
        .split('\n');
      const third = lines.filter((line) => line.startsWith('Nekpur,'));
      return [
        ...lines,
        ...third.map((line) => line.replace('Nekpur', 'Third').replace('/nekhpur/', '/third/')),
      ].join('\n');
    });
  }
  // One more entry has some bytes.
  rewrite(join(folder, 'client/budgets.json'), (text) =>
    text.replace(/\d{3,}/g, (bytes) => String(Number(bytes) + 100)),
  );
  for (const name of readdirSync(join(folder, 'sample/records')))
    rewrite(join(folder, 'sample/records', name), (text) => {
      const rows = JSON.parse(text) as { _id: string; school?: string }[];
      const third = rows.filter(({ school }) => school === 'NEKPUR');
      return JSON.stringify([
        ...rows,
        ...third.map((row) => ({ ...row, _id: `${row._id}-third`, school: 'THIRD' })),
      ]);
    });
  return folder;
}

const folder = withThirdCampus();
let site: Process;
const read = async (path: string) => (await fetch(site.url + path)).text();

beforeAll(async () => {
  for (const command of ['node_modules/typescript/bin/tsc --noEmit', 'build.mjs']) {
    const { code, out, errors } = await runCommand(
      folder,
      [process.execPath, ...command.split(' ')],
      {},
    );
    if (code !== 0) throw new Error(`${command}: ${out}${errors}`);
  }
  site = await startProcess({ LOG_FORMAT: 'json' }, { folder, atEnd: afterAll });
});

test('every page and kind of record of a third campus is reached by links, and no link is dead', async () => {
  const { seen, dead } = await crawl(site.url, {
    from: ['/', '/Search?q=day', '/third/Search?q=xqz', '/third/Visoin', '/3rd/Vision'],
    limits: [/^\/api\//, /^\/hi\//].map((match) => ({ match, count: 40 })),
  });
  expect(dead).toEqual(['/third/Visoin: 404']);
  const pages = PAGE_ADDRESSES.filter(
    ({ campus, page }) => campus === 'NEKPUR' && page.subject === null && page !== offline,
  ).map(({ path }) => path.replace(/^(?:\/nekhpur)?/, '/third'));
  expect(pages.filter((path) => !seen.has(path))).toEqual([]);
  const unlinked = RECORD_SEGMENTS.filter(
    (segment) => ![...seen].some((path) => RegExp(`^/third/${segment}/[^/]+-third`).test(path)),
  );
  expect(unlinked).toEqual([]);
});

test('each campus links to its home, and to the same page of the others', async () => {
  const homes = [...CAMPUSES.map((campus) => CAMPUS_TABLE[campus].home), '/third/Home'];
  const events = [...CAMPUSES.map((campus) => campusPath(campus, 'Events')), '/third/Events'];
  for (const [own, path] of events.entries()) {
    const [, links = ''] = /<p class="campus-switch">(.*?)<\/p>/s.exec(await read(path)) ?? [];
    const targets = [...links.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(targets).toEqual(events.map((other, at) => (at === own ? homes[at] : other)));
  }
});

test('addresses without a page, texts and the offline page are those of a third campus', async () => {
  expect(await read('/third/Visoin')).toContain('data-campus="THIRD"');
  expect(await read('/third/Search')).toContain('Search the whole website');
  expect(await read('/third/Contact')).toMatch(/Third campus.*Farrukhabad campus.*Nekpur campus/s);
  expect(await read('/hi/third')).toContain('<title>तीसरा');
  expect(await read('/sw.js')).toContain('{"path":"/third/Offline"');
});

test('a form of a third campus reaches the provider as its own', async () => {
  const { status } = await postFields(site.port, '/third/Contact', ENQUIRY);
  expect(status).toBe(200);
  const submissions = join(site.dataDir, 'sample-submissions');
  const [file = ''] = readdirSync(submissions);
  expect(readFileSync(join(submissions, file), 'utf8')).toContain('"school": "THIRD"');
});
