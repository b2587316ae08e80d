import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkLogSpace } from '../../../../../server/ops/doctor/log-space.ts';
import { mountSmallDisk, noSmallDisk } from '../../../../support/small-disk.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

async function statesOf(folder: string): Promise<string[]> {
  const states: string[] = [];
  for await (const { state } of checkLogSpace([folder])) states.push(state);
  return states;
}

test('where no logs are installed, there is no line', async () => {
  expect(await statesOf(join(temporaryFolder(), 'missing'))).toEqual([]);
});

test.skipIf(noSmallDisk !== null)(
  'a disk of logs that is nearly full is a warning, and a full one an error',
  async () => {
    const disk = mountSmallDisk(16);
    onTestFinished(() => disk.close());
    expect(await statesOf(disk.folder)).toEqual(['ok']);
    disk.fillTo(2 * 1024 * 1024);
    expect(await statesOf(disk.folder)).toEqual(['warn']);
    disk.fill();
    expect(await statesOf(disk.folder)).toEqual(['fail']);
  },
);
