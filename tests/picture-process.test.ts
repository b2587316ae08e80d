import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newFolder, startImages } from './harness/image-site.ts';
import { IMAGE_LIMITS } from '../server/images/image-limits.ts';
import type { PictureJob } from '../server/images/picture-maker.ts';
import { PictureProcess } from '../server/images/picture-process.ts';

const PROGRAM = resolve('dist/server/picture-program.js');
const RENDITION = { width: 320, format: 'webp', quality: 'full' } as const;

let photo: Buffer;

beforeAll(async () => {
  const create = { width: 1200, height: 800, channels: 3, background: '#208060' } as const;
  photo = await sharp({ create }).jpeg().toBuffer();
});

function jobOf(original: string | Buffer): PictureJob {
  return { original, rendition: RENDITION, withMetadata: true, limits: IMAGE_LIMITS };
}

function startMaker(): PictureProcess {
  const maker = new PictureProcess(PROGRAM);
  onTestFinished(() => maker.close());
  return maker;
}

/** Processes of ours that make pictures, by their ids. */
function pictureProcesses(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const isOurs = readFileSync(`/proc/${name}/status`, 'utf8').includes(
        `PPid:\t${process.pid}\n`,
      );
      const isOne = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(PROGRAM);
      return isOurs && isOne ? [Number(name)] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

test('pictures are made in a process of their own, each thread of it at a lower priority, which ends with the site', async () => {
  const { site } = await startImages({ a: photo }, { pictureProgram: PROGRAM });
  expect(pictureProcesses()).toEqual([]);
  const { status, headers, body } = await site.get('/api/image/a?w=320', { accept: 'image/webp' });
  expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await sharp(body).metadata()).width).toBe(320);
  expect(site.images.metadata('a')).toMatchObject({ width: 1200, height: 800 });
  const [pid = 0, ...others] = pictureProcesses();
  expect(others).toEqual([]);
  const priorities = readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));
  expect(priorities.length).toBeGreaterThan(1);
  const lower = Math.min(constants.priority.PRIORITY_LOW, getPriority() + 10);
  for (const priority of priorities) expect(priority).toBe(lower);
  await site.stop();
  expect(pictureProcesses()).toEqual([]);
});

test('an original comes from its file or as bytes; one that is broken or gone is said, and the next is made', async () => {
  const maker = startMaker();
  const path = join(await newFolder(), 'photo');
  await writeFile(path, photo);
  await expect(maker.make(jobOf(photo.subarray(0, 300)))).rejects.toMatchObject({
    fault: 'broken',
  });
  await expect(maker.make(jobOf(`${path}-gone`))).rejects.toMatchObject({ fault: 'disk' });
  const made = await Promise.all([maker.make(jobOf(path)), maker.make(jobOf(photo))]);
  expect(made[0]).toEqual(made[1]);
  expect(made[0].metadata).toMatchObject({ width: 1200, height: 800 });
  expect(pictureProcesses()).toHaveLength(1);
});

test('a picture that brings the process down is broken; of several each may be asked for again, from another process', async () => {
  const maker = startMaker();
  for (const [count, fault] of [
    [1, 'broken'],
    [2, 'busy'],
  ] as const) {
    await maker.make(jobOf(photo));
    const [pid = 0] = pictureProcesses();
    // It takes in nothing more.
    process.kill(pid, 'SIGSTOP');
    const made = Promise.allSettled(Array.from({ length: count }, () => maker.make(jobOf(photo))));
    process.kill(pid, 'SIGKILL');
    for (const result of await made)
      expect(result).toMatchObject({ status: 'rejected', reason: { fault } });
  }
  expect((await maker.make(jobOf(photo))).picture.length).toBeGreaterThan(0);
});
