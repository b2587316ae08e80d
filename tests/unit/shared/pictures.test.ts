import { expect, test } from 'vitest';
import { isPictureWidth, PICTURE_WIDTHS, pictureSources } from '../../../shared/pictures.ts';

const widthsIn = (srcSet: string) => srcSet.split(', ').map((source) => source.split(' ')[1]);

test('come in the widths that are offered, up to the one that holds the original', () => {
  const { src, srcSet } = pictureSources('a b', { widest: 320 });
  expect(srcSet).toBe('/api/image/a%20b?w=160 160w, /api/image/a%20b?w=320 320w');
  expect(src).toBe('/api/image/a%20b?w=320');
  expect(widthsIn(pictureSources('a').srcSet)).toEqual(PICTURE_WIDTHS.map((width) => `${width}w`));
  expect(pictureSources('a').src).toBe('/api/image/a?w=640');
  const countFor = (naturalWidth: number) =>
    widthsIn(pictureSources('a', { naturalWidth }).srcSet).length;
  expect([100, 160, 161, 1_000, 5_000].map(countFor)).toEqual([1, 1, 2, 6, 7]);
  const both = pictureSources('a', { widest: 320, naturalWidth: 5_000 });
  expect(widthsIn(both.srcSet)).toEqual(['160w', '320w']);
  expect([160, 640, 1_600, 161, 0].map(isPictureWidth)).toEqual([true, true, true, false, false]);
});
