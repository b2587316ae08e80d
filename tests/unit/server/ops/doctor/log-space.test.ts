import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkLogSpace } from '../../../../../server/ops/doctor/log-space.ts';
import { statesOf } from '../../../../support/doctor.ts';
import { mountSmallDisk, noSmallDisk } from '../../../../support/small-disk.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

test('where no logs are installed, there is no line', async () => {
  expect(await statesOf(checkLogSpace([join(temporaryFolder(), 'missing')]))).toEqual([]);
});

test.skipIf(noSmallDisk !== null)(
  'a disk of logs that is nearly full is a warning, and a full one an error',
  async () => {
    const disk = mountSmallDisk(16);
    onTestFinished(() => disk.close());
    const states = () => statesOf(checkLogSpace([disk.folder]));
    expect(await states()).toEqual(['ok']);
    disk.fillTo(2 * 1024 * 1024);
    expect(await states()).toEqual(['warn']);
    disk.fill();
    expect(await states()).toEqual(['fail']);
  },
);
