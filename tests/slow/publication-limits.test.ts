import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runMake } from '../../server/publication/run-make.ts';
import { copyRelease, type Release } from '../support/release.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bookParts, zipOf } from '../support/workbook.ts';

/** A child that does something else. */
async function endOf(code: string) {
  const dist = temporaryFolder();
  mkdirSync(join(dist, 'server'));
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(dist, 'server/make-publication.js'), code);
  const facts = { id: 'x', at: '2026-11-24T04:30:00.000Z', source: '' };
  return runMake({ dist, work: dist, snapshot: dist, target: dist, previous: null, facts });
}

test('a child that ends without a report is a failure with its cause, and the publisher goes on', async () => {
  expect(await endOf('throw new Error("planted")')).toMatchObject({
    failure: 'crash',
    cause: expect.stringContaining('Error: planted') as string,
  });
  // As the kernel does when memory is short.
  expect(await endOf('process.kill(process.pid, "SIGKILL")')).toMatchObject({ failure: 'memory' });
});

test('a child that needs more memory than it may have is ended', async () => {
  const grow = 'const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()));';
  expect(await endOf(grow)).toMatchObject({ failure: 'memory' });
});

/** Spaces, deflated: a block that ends on a byte is repeated. */
function packedSpaces(gibibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(2 ** 24, ' '), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const blocks = Array.from({ length: gibibytes * 64 }, () => block);
  return Buffer.concat([...blocks, deflateRawSync('')]);
}

/** A grey PNG of so many pixels a side. */
function pngOf(side: number, packed: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const signed = Buffer.concat([Buffer.from(type), data]);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(signed));
    return Buffer.concat([length, signed, sum]);
  };
  const header = Buffer.from('00000000000000000800000000', 'hex');
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat([Buffer.from([0x78, 0x9c]), packed])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const BOMBS: Readonly<Record<string, (release: Release) => void>> = {
  'pictures/hall.png': (release) => {
    release.write('pages/vision.md', '# Vision\n\n![The hall](hall.png)\n');
    release.write('pictures/hall.png', pngOf(65_000, packedSpaces(4)));
  },
  'fees.xlsx': (release) => {
    rmSync(join(release.folder, 'fees.csv'));
    const sheet = { 'xl/worksheets/sheet1.xml': { packed: packedSpaces(3) } };
    release.write('fees.xlsx', zipOf({ ...bookParts([{ name: 'Fees', rows: '' }]), ...sheet }));
  },
  'pages/vision.docx': (release) => {
    rmSync(join(release.folder, 'pages/vision.md'));
    release.write('pages/vision.docx', zipOf({ 'word/document.xml': { packed: packedSpaces(3) } }));
  },
};

test.each(Object.entries(BOMBS))(
  '%s that unpacks to gigabytes has a line in RESULT.txt, and the site stays',
  async (file, place) => {
    const release = copyRelease();
    expect((await release.publish()).code).toBe(0);
    place(release);
    expect((await release.publish()).code).toBe(1);
    expect(release.result()).toMatch(new RegExp(`${file.replace('.', '\\.')}\\b.*: .`));
    const site = await release.start();
    const response = await fetch(`${site.url}/Vision`);
    expect(response.status).toBe(200);
  },
);
