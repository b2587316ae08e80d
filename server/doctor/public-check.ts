import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INVENTED, SAMPLE_VALUES } from './sample-values.ts';
import { checkContent } from '../check-content.ts';
import type { Settings } from '../config.ts';
import { readContent } from '../content.ts';
import { isLoopback } from '../web/loopback.ts';

const REPLACE = 'is still the sample of this repository';

/**
 * What stands between this installation and the public, one line each with where it is: values of content/
 * that the repository has invented, faults of content/, and settings that nobody has chosen. Empty when
 * nothing is left.
 */
export async function findSamples(
  folder: string,
  settings: Pick<Settings, 'siteUrl' | 'isSiteUrlSet' | 'providerUrl' | 'isHstsSet'>,
): Promise<string[]> {
  const { site, disclosure } = await readContent(folder);
  return [
    ...settingsLeft(settings),
    ...(await checkContent(folder)),
    ...samplesIn(site, 'content/site.json: '),
    ...samplesIn(disclosure, 'content/disclosure.json: '),
    ...(await inventedLines(join(folder, 'pages'))),
    ...(await sampleFiles(folder, 'pictures')),
    ...(await sampleFiles(folder, 'files')),
  ];
}

function settingsLeft({
  siteUrl,
  isSiteUrlSet,
  providerUrl,
  isHstsSet,
}: Parameters<typeof findSamples>[1]): string[] {
  const { protocol, hostname } = new URL(siteUrl);
  const isExample = hostname.endsWith('.example') || INVENTED.test(hostname);
  const faults = {
    'SITE_URL is not set: it has to be the address that visitors see': !isSiteUrlSet,
    [`SITE_URL ${siteUrl} is this machine's own name`]: isSiteUrlSet && isLoopback(hostname),
    [`SITE_URL ${siteUrl} is an example`]: isExample,
    [`SITE_URL ${siteUrl} is not https: what visitors type could be read on the way`]:
      isSiteUrlSet && !isLoopback(hostname) && protocol === 'http:',
    'HSTS_SECONDS is not chosen: set 86400, and 15552000 once TLS has worked for some weeks':
      protocol === 'https:' && !isHstsSet,
    'PROVIDER_URL is not set: the records of the pages are invented': providerUrl === null,
  };
  return Object.entries(faults).flatMap(([fault, isLeft]) => (isLeft ? [fault] : []));
}

function samplesIn(value: unknown, at: string): string[] {
  if (typeof value === 'string')
    return INVENTED.test(value) || isSample(value) ? [`${at}: "${value}" ${REPLACE}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  // A row of a table: a single number of it proves nothing.
  if (Array.isArray(value) && isSample(value.slice(1).join('\n')))
    return [`${at}: "${value.slice(1).join(', ')}" ${REPLACE}`];
  const separator = at.endsWith(': ') ? '' : '.';
  return Object.entries(value).flatMap(([key, inner]) => samplesIn(inner, at + separator + key));
}

async function inventedLines(folder: string): Promise<string[]> {
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name) =>
      (await readFile(join(folder, name), 'utf8'))
        .split('\n')
        .flatMap((line, index) =>
          INVENTED.test(line) ? [`content/pages/${name}: line ${index + 1} ${REPLACE}`] : [],
        ),
    ),
  );
  return found.flat();
}

async function sampleFiles(folder: string, kind: 'pictures' | 'files'): Promise<string[]> {
  const found = await Promise.all(
    (await namesIn(join(folder, kind))).map(async (name) =>
      isSample(await readFile(join(folder, kind, name)))
        ? [`content/${kind}/${name}: ${REPLACE}; replace or delete it`]
        : [],
    ),
  );
  return found.flat();
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function isSample(value: string | Buffer): boolean {
  return SAMPLE_VALUES.has(createHash('sha256').update(value).digest('hex').slice(0, 16));
}
