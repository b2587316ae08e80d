import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblem } from '../../server/content/problem.ts';
import { makePublication } from '../../server/publication/make-publication.ts';
import { CONTENT_FILE, type Report } from '../../server/publication/publication.ts';
import type { Content } from '../../shared/content.ts';
import { RUNS } from '../support/effort.ts';
import { holds } from '../support/holds.ts';
import { providerOfTest, type TestProvider } from '../support/providers/test-provider.ts';
import { startSite } from '../support/site.ts';
import { smallFolder } from '../support/release.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FOLDERS = 40;

/** A number below a limit. */
type Random = (limit: number) => number;
type Mutation = (path: string, random: Random) => void;

const changed =
  (change: (bytes: Buffer, random: Random) => Buffer): Mutation =>
  (path, random) =>
    writeFileSync(path, change(readFileSync(path), random));

const ofLines = (change: (lines: string[], at: number, random: Random) => string[]) =>
  changed((bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    return Buffer.from(change(lines, random(lines.length), random).join('\n'), 'latin1');
  });

/** What clerks, programs and disks do to a file. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a byte': changed((bytes, random) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(random(256), random(copy.length));
    return copy;
  }),
  'a line lost': ofLines((lines, at) => lines.toSpliced(at, 1)),
  'a line doubled': ofLines((lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')),
  'two lines swapped': ofLines((lines, at, random) => {
    const other = random(lines.length);
    return lines.with(at, lines[other] ?? '').with(other, lines[at] ?? '');
  }),
  'a cell lost': ofLines((lines, at) => lines.with(at, (lines[at] ?? '').replace(/,[^,]*/, ''))),
  cut: changed((bytes, random) => bytes.subarray(0, random(bytes.length))),
  empty: changed(() => Buffer.alloc(0)),
  noise: changed((bytes) => Buffer.concat([bytes, Buffer.alloc(500, 0xa7)])),
  'UTF-16': changed((bytes) => Buffer.from(`\ufeff${bytes.toString()}`, 'utf16le')),
  'Latin letters': changed((bytes) =>
    Buffer.from(
      bytes.toString().replace(/[^\n]/gu, (sign) => (sign > 'ÿ' ? '?' : sign)),
      'latin1',
    ),
  ),
  lost: (path) => rmSync(path),
  renamed: (path) => renameSync(path, path.replace(/\.\w+$/, '.txt')),
  'copied beside': (path) => cpSync(path, path.replace(/(\.\w+)$/, ' (1)$1')),
  'another file of the folder': (path, random) => {
    const folder = join(path, '..');
    const names = readdirSync(folder).filter(
      (name) => name !== basename(path) && statSync(join(folder, name)).isFile(),
    );
    if (names.length === 0) return;
    cpSync(join(folder, names[random(names.length)] ?? ''), path);
  },
};

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

/** What a publication must not be: rejected without a file's name, published with errors, or not whole. */
function faultsOf({ problems, facts }: Report, target: string): string[] {
  const errors = problems.filter(({ level }) => level === 'error').map(formatProblem);
  if (facts === null)
    return errors.length === 0
      ? ['rejected without an error']
      : errors.filter((error) => !/^[^:]+\.\w+: ./.test(error));
  const files = Object.entries(facts.files);
  const wrong = files.filter(([path, bytes]) => statSync(join(target, path)).size !== bytes);
  return [...errors, ...wrong.map(([path]) => path)];
}

const PAGES = ['/', '/HomeFr', '/Fees', '/nekhpur/Documents', '/Contact', '/hi/HomeFr'];

/** Addresses that fail on a site that starts with the texts of a publication. */
async function failuresOf(target: string, provider: TestProvider): Promise<string[]> {
  const content = JSON.parse(readFileSync(join(target, CONTENT_FILE), 'utf8')) as Content;
  const site = await startSite({ provider, content: () => content });
  const failures: string[] = [];
  for (const path of PAGES) {
    const response = await fetch(site.url + path);
    const text = await response.text();
    if (response.status !== 200 || !text.endsWith('</html>')) failures.push(path);
  }
  await site.stop();
  return failures;
}

test(`K1: of ${FOLDERS * RUNS} mutated folders each is published whole, or rejected with a line that names a file`, async () => {
  const provider = await providerOfTest({ has: 'nothing' });
  const original = smallFolder();
  const previous = join(temporaryFolder(), 'first');
  mkdirSync(previous);
  const facts = { id: 'x', at: '2026-11-24T04:30:00.000Z', source: '' };
  await makePublication({ snapshot: original, target: previous, previous: null, facts });
  const counts = { published: 0, rejected: 0 };
  const kinds = fc.constantFrom(...Object.keys(MUTATIONS));
  const files = fc.constantFrom(...filesBelow(original));
  async function publish(kind: string, file: string, draw: fc.GeneratorValue): Promise<void> {
    const root = temporaryFolder();
    const [snapshot, target] = [join(root, 'snapshot'), join(root, 'target')];
    cpSync(original, snapshot, { recursive: true });
    mkdirSync(target);
    MUTATIONS[kind]?.(join(snapshot, file), (limit) => draw(fc.nat, { max: limit - 1 }));
    const made = await makePublication({ snapshot, target, previous, facts });
    counts[made.facts === null ? 'rejected' : 'published'] += 1;
    expect(faultsOf(made, target)).toEqual([]);
    // After a rejection the site starts with what it had.
    expect(made.facts === null ? [] : await failuresOf(target, provider)).toEqual([]);
    rmSync(root, { recursive: true });
  }
  await holds(fc.asyncProperty(kinds, files, fc.gen(), publish), { runs: FOLDERS });
  process.stdout.write(`mutated folders: ${JSON.stringify(counts)}\n`);
  expect(counts.published).toBeGreaterThan(0);
  expect(counts.rejected).toBeGreaterThan(0);
}, 0);
