import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON_PATHS } from '../../client/parts/Icon.tsx';
import { loadSettings } from '../../server/config.ts';
import { TABLES } from '../../server/content/tables/tables.ts';
import { LOG_EVENTS } from '../../server/log/log-events.ts';

const COMMENT = /^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm;

/** Classes that are made of parts, or that packages write. */
const COMPOSED = /^(?:cards-|skeleton-|swiper-|pswp)/;

function sourcesOf(folders: readonly string[], kind: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => kind.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8').replaceAll(COMMENT, '')),
  );
}

const sources = [
  ...sourcesOf(['client', 'server', 'shared', 'sample', 'bench'], /\.(?:tsx?|m?js)$/),
  readFileSync('build.mjs', 'utf8'),
];
const styles = sourcesOf(['client/styles'], /\.css$/);

/** How often each match is in texts. */
function count(texts: readonly string[], pattern: RegExp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.matchAll(pattern)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const namesIn = (texts: readonly string[], pattern: RegExp) => [...count(texts, pattern).keys()];

const words = count(sources, /\w+/g);
const strings = namesIn(sources, /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g);
const classNames = count(strings, /[\w-]+/g);
const literals = count(sources, /(?<=['"])[\w-]+(?=['"](?!:))/g);
const properties = count([...styles, ...sources], /--[\w-]+/g);

const classes = namesIn(styles, /(?<=\.)[a-z][\w-]*(?=[^"']*\{)/gi);
const limits = sourcesOf(['client', 'server'], /-limits\.ts$/);
const schema = readFileSync('content/site.schema.json', 'utf8');
const settings = loadSettings({});

test.each([
  ['icon', Object.keys(ICON_PATHS), literals, 1],
  ['log event', Object.keys(LOG_EVENTS), literals, 1],
  ['class', classes.filter((name) => !COMPOSED.test(name)), classNames, 1],
  ['custom property', namesIn(styles, /--(?!pswp)[\w-]+(?=:)/g), properties, 2],
  ['setting', [settings, settings.alerts, settings.proxies].flatMap(Object.keys), words, 2],
  ['field of site.json', namesIn([schema], /(?<=^ +")[a-z]\w+(?=": \{$)/gm), words, 2],
  ['column', Object.values(TABLES).flatMap(({ columns }) => Object.keys(columns)), words, 2],
  ['limit', namesIn(limits, /(?<=^ {2})\w+(?=:)/gm), words, 2],
  [
    'export',
    namesIn(sources, /(?<=^export (?:async )?(?:function|const|class|type) )\w+/gm),
    words,
    2,
  ],
] as const)('no %s is left that nothing uses', (_kind, names, counts, least) => {
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => (counts.get(name) ?? 0) < least)).toEqual([]);
});
