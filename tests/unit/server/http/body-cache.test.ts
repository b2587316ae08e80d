import { expect, test } from 'vitest';
import { BodyCache } from '../../../../server/http/body-cache.ts';
import { holdMoment } from '../../../support/moments.ts';

const FILE = { key: '/sitemap.xml', version: '1' };

test('a body that several ask for at once is written once, and again after an error', async () => {
  const bodies = new BodyCache();
  let written = 0;
  const { wait, release } = holdMoment();
  const write = async () => {
    written += 1;
    await wait();
    if (written === 1) throw new Error('a list has gone');
    return 'text';
  };
  const failed = ['one', 'other'].map(() => bodies.get(FILE, write));
  release();
  await Promise.all(failed.map((body) => expect(body).rejects.toThrow('a list has gone')));
  expect(written).toBe(1);
  const found = await Promise.all(['one', 'other'].map(() => bodies.get(FILE, write)));
  expect(found.map(({ bodies: { identity } }) => identity.toString())).toEqual(['text', 'text']);
  expect(written).toBe(2);
  await bodies.get({ ...FILE, version: '2' }, write);
  expect(written).toBe(3);
});
