import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mentioned } from '../../content/mentions.ts';
import { SAMPLE_HEADING } from '../../content/tables/read-head.ts';
import type { Settings } from '../../config.ts';
import type { ReadContent } from '../../content/content.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { Log } from '../../log/log.ts';

const REPLACE = 'is still the sample of this repository';

/** Names reserved for examples (RFC 2606), and numbers of zeros. */
const INVENTED = /\bexample\.(?:org|com|net)\b|5692-?00000\d\b|\(sample value\)/i;
/** Marks of sample pictures and documents. */
const FILE_MARK = /<svg data-sample="true"|\(SAMPLE\) Tj/;

type PublicSettings = Pick<Settings, 'siteUrl' | 'isSiteUrlSet' | 'providerUrl' | 'isHstsSet'>;

type Published = {
  /** Found when it was published, a line for each. */
  samples: readonly string[];
};

export function logSamplesLeft(publication: Published, settings: PublicSettings, log: Log): void {
  const { length: count } = findSamples(publication, settings);
  if (count > 0)
    log.warn({ event: 'sample-left', count, cause: '`npm run check:public` lists them' });
}

/** What remains to do before going public: unset settings, sample values. */
export function findSamples({ samples }: Published, settings: PublicSettings): string[] {
  return [...settingsLeft(settings), ...samples];
}

/** Sample values of a content folder. */
export async function findSampleContent(
  folder: string,
  { mentions }: Pick<ReadContent, 'mentions'>,
): Promise<string[]> {
  return [
    ...mentions.flatMap(invented),
    ...markedRows(mentions),
    ...(await linesOfFiles(folder, 'pages', inventedLines)),
    ...(await linesOfFiles(folder, 'pictures', fileMarks)),
    ...(await linesOfFiles(folder, 'files', fileMarks)),
  ];
}

function settingsLeft(settings: PublicSettings): string[] {
  const { siteUrl, isSiteUrlSet, providerUrl, isHstsSet } = settings;
  const { protocol, hostname } = new URL(siteUrl);
  const isExample = hostname.endsWith('.example') || INVENTED.test(hostname);
  const errors = {
    'SITE_URL is not set: it must be the address that visitors see': !isSiteUrlSet,
    [`SITE_URL ${siteUrl} is this machine's own name`]: isSiteUrlSet && isLoopback(hostname),
    [`SITE_URL ${siteUrl} is an example`]: isExample,
    [`SITE_URL ${siteUrl} is not https: what visitors type can be read on the way`]:
      isSiteUrlSet && !isLoopback(hostname) && protocol === 'http:',
    'HSTS_SECONDS is not chosen: set 86400, and 15552000 once TLS has worked for some weeks':
      protocol === 'https:' && !isHstsSet,
    'PROVIDER_URL is not set: the records of the pages are invented': providerUrl === null,
  };
  return Object.entries(errors).flatMap(([error, isLeft]) => (isLeft ? [error] : []));
}

/** Invented values, and objects of site.json that are marked `"sample": true`. */
function invented({ file, at, text }: Mentioned): string[] {
  if (INVENTED.test(text)) return [`${file}: ${at}: "${text}" ${REPLACE}`];
  const [, place] = /^(.*)(?:\.|, )sample$/.exec(at) ?? [];
  return place === undefined
    ? []
    : [`${file}: ${place}: ${REPLACE}; replace its values, then remove "sample": true`];
}

/** Rows of tables with a mark in the column Sample. */
function markedRows(mentions: readonly Mentioned[]): string[] {
  const files = mentions.flatMap(({ file, at }) =>
    at.endsWith(`(${SAMPLE_HEADING})`) ? file : [],
  );
  return [...new Set(files)].map((file) => {
    const { length: count } = files.filter((each) => each === file);
    return `${file}: ${count} rows have a mark in the column ${SAMPLE_HEADING}: replace them, then remove the column`;
  });
}

function inventedLines(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (INVENTED.test(line) ? [`line ${index + 1} ${REPLACE}`] : []));
}

function fileMarks(text: string): string[] {
  return FILE_MARK.test(text) ? [`${REPLACE}; replace or delete it`] : [];
}

async function linesOfFiles(
  folder: string,
  kind: 'pages' | 'pictures' | 'files',
  linesOf: (text: string) => string[],
): Promise<string[]> {
  const entries = await readdir(join(folder, kind), { withFileTypes: true }).catch(() => []);
  const found = entries
    .filter((entry) => entry.isFile())
    .map(async ({ name }) =>
      linesOf(await readFile(join(folder, kind, name), 'latin1')).map(
        (line) => `${kind}/${name}: ${line}`,
      ),
    );
  return (await Promise.all(found)).flat();
}
