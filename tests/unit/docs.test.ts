import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const textFiles = tracked.filter((file) => /\.(?:md|tsx?|mjs|css|ya?ml|json)$/.test(file));

/** Whether a document has the anchor or heading of a link's fragment. */
function hasAnchor(file: string, anchor: string): boolean {
  const source = readFileSync(file, 'utf8');
  const headings = [...source.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return source.includes(`id="${anchor}"`) || headings.includes(anchor);
}

function isBroken(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(target)) return true;
  return anchor !== undefined && !hasAnchor(target, anchor);
}

test('every link between the documents leads somewhere', () => {
  const broken = tracked
    .filter((file) => file.endsWith('.md') && !file.startsWith('content/pages/'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|mailto:|tel:|\/)([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => isBroken(file, link))
        .map((link) => `${file}: ${link}`),
    );
  expect(broken).toEqual([]);
});

test('every citation in the code exists in the repository', () => {
  const broken = textFiles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bdocs\/[\w./-]+?\.(?:md|ya?ml)(?:#[\w-]+)?/g)]
      .map(([citation]) => citation)
      .filter((citation) => isBroken('package.json', citation))
      .map((citation) => `${file}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

test('every promise names tests that exist', () => {
  const document = readFileSync('docs/promises.md', 'utf8');
  const rows = [
    ...document.matchAll(/^- <a id="(\w+)"><\/a>.*\.(?:\*\*)? (`[^`]+`(?:, `[^`]+`)*)$/gm),
  ];
  expect(rows).toHaveLength(document.match(/^- /gm)?.length ?? 0);
  expect(rows.length).toBeGreaterThan(40);
  for (const [, promise = '', tests = ''] of rows) {
    const names = [...tests.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name);
    expect([promise, names.length > 0 || tests.includes('npm run bench')]).toEqual([promise, true]);
    for (const name of names)
      expect([promise, name, existsSync(`tests/${name}.test.ts`)]).toEqual([promise, name, true]);
  }
});

test('every criterion of WCAG 2.2 A and AA has its state, and names tests that exist', () => {
  const document = readFileSync('docs/accessibility.md', 'utf8');
  const [intro = '', table = ''] = document.split('**Met**');
  const inapplicable = /\*\*Does not apply\*\*: (.+)/.exec(intro)?.[1] ?? '';
  const listed = [...(table + inapplicable).matchAll(/\b\d\.\d\.\d+\b/g)].map(([id]) => id);
  expect(new Set(listed).size).toBe(31 + 24);
  expect(listed).toHaveLength(31 + 24);
  const files = [...table.matchAll(/`((?:unit|http|browser|slow)\/[\w/-]+)`/g)];
  expect(files.length).toBeGreaterThan(40);
  for (const [, file = ''] of files) expect(existsSync(`tests/${file}.test.ts`), file).toBe(true);
});
