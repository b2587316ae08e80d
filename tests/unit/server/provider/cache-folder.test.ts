import { join, relative } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { cacheFolder } from '../../../../server/provider/cache-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const SOURCE = { providerUrl: 'https://platform.school.example:8443/erp', schoolCode: 'GISNUP' };
const SAMPLE = { ...SOURCE, providerUrl: null };

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

/** Name of a source's folder, below that of all of them. */
function nameOf(source: typeof SOURCE | typeof SAMPLE): string {
  return relative(join(dataDir, 'provider'), cacheFolder(dataDir, source));
}

test('C2: the folder of a cache is named for its provider, and differs by address, prefix and school code', () => {
  expect(nameOf(SOURCE)).toMatch(/^platform\.school\.example_8443-GISNUP-[\da-f]{12}$/);
  expect(nameOf(SAMPLE)).toBe('sample-GISNUP');
  const names = [
    SOURCE,
    { ...SOURCE, schoolCode: 'GISNUP2' },
    { ...SOURCE, providerUrl: 'https://platform.school.example:8443' },
    { ...SOURCE, providerUrl: 'http://platform.school.example:8443/erp' },
  ].map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(nameOf({ ...SOURCE })).toBe(names[0]);
});

test('a long host makes a name that file systems accept, and an IPv6 address one without colons', () => {
  const host = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(60)).join('.');
  const name = nameOf({ ...SOURCE, providerUrl: `https://${host}` });
  expect(name).toMatch(/^a{60}\.b{19}-GISNUP-[\da-f]{12}$/);
  expect(nameOf({ ...SOURCE, providerUrl: 'http://[::1]:4000' })).toMatch(/^_1_4000-GISNUP-/);
});
