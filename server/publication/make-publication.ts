import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentTexts, DOCUMENT_TEXTS, publishDocuments } from './document-texts.ts';
import { readPictures } from './read-pictures.ts';
import { publishIcons, publishPictures } from './publish-pictures.ts';
import { CONTENT_FILE, type PublicationFacts, type Report } from './publication.ts';
import { syncAll } from './write-files.ts';
import { THEME_COLOURS } from '../../client/styles/theme-colours.ts';
import { checkContent, hindiWarnings } from '../content/check-content.ts';
import { contentWarnings } from '../content/content-warnings.ts';
import { loadContent, readContent } from '../content/content.ts';
import { largePictures } from '../content/school-pictures.ts';
import { parseSchoolManifest } from '../http/assets.ts';
import { findSampleContent } from '../ops/doctor/public-check.ts';
import { VERSION } from '../version.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { pictureKey } from '../../shared/pictures.ts';

/** Parsed by the child from its argument, which the publisher has written. */
export type MakeOptions = {
  /** A copy of the school's folder, which nobody changes. */
  snapshot: string;
  /** Empty folder for the publication; null checks only. */
  target: string | null;
  /** The folder of the previous publication. */
  previous: string | null;
  facts: Pick<PublicationFacts, 'id' | 'at' | 'source'>;
};

/** Reads and checks a copy of the school's folder, and writes all that the site needs of it. */
export async function makePublication(options: MakeOptions): Promise<Report> {
  const { snapshot, target, previous, facts } = options;
  const { texts, problems: documentProblems } = await documentTexts(snapshot, previous);
  const today = dayInIndia(new Date(facts.at));
  const read = await readContent(snapshot);
  const problems = [
    ...documentProblems,
    ...(await contentWarnings(snapshot, { today, texts, read })),
    ...(await hindiWarnings(snapshot, read)),
    ...(await checkContent(snapshot, read)),
  ];
  if (target === null || problems.some(({ level }) => level === 'error'))
    return { problems, facts: null };
  const content = await loadContent(snapshot, read);
  await publishDocuments(snapshot, { target, texts });
  const pictures = await readPictures(snapshot, read);
  const readLogo = pictures.get(pictureKey(content.site.logo));
  if (readLogo === undefined) throw new Error(`the logo ${content.site.logo} has gone`);
  const icons = { logo: await readLogo(), colour: THEME_COLOURS.brand };
  await mkdir(join(target, 'assets'), { recursive: true });
  const manifest = {
    pictures: await publishPictures(pictures, { target, previous: readPrevious(previous) }),
    icons: await publishIcons(target, icons),
  };
  problems.push(...largePictures(manifest.pictures));
  await writeFile(join(target, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(target, DOCUMENT_TEXTS), JSON.stringify(texts));
  await writeFile(join(target, CONTENT_FILE), JSON.stringify(content));
  const samples = await findSampleContent(snapshot, read);
  const sizes = await syncAll(target);
  return { problems, facts: { ...facts, release: VERSION, samples, files: sizes } };
}

function readPrevious(folder: string | null) {
  const path = folder === null ? null : join(folder, 'manifest.json');
  if (folder === null || path === null || !existsSync(path)) return null;
  // It may be of an earlier release.
  const manifest = parseSchoolManifest(JSON.parse(readFileSync(path, 'utf8')));
  return manifest && { folder, pictures: manifest.pictures };
}

/** The child of the publisher: `node make-publication.js OPTIONS REPORT`. */
export async function runMake([json = '', report = '']: readonly string[]): Promise<void> {
  // The kernel ends the child first when memory is short, not the publisher.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
  // The pipe ends with the publisher, also when that is killed.
  process.stdin.once('end', () => process.exit(1)).resume();
  const options = JSON.parse(await readFile(json, 'utf8')) as MakeOptions;
  await writeFile(report, JSON.stringify(await makePublication(options)));
  process.stdin.destroy();
}
