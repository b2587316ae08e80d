import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SizedPicture } from '../../../../client/parts/Picture.tsx';

const PHOTO = { src: '/assets/gate.jpg', width: 1_600, height: 1_200, alt: 'Gate' };

test('a photo of the school is AVIF in the widths of screens, with its size, and one file for other browsers', () => {
  const avif = '/assets/gate-480.avif 480w, /assets/gate-1600.avif 1600w';
  const html = renderToStaticMarkup(
    createElement(SizedPicture, { ...PHOTO, avif, sizes: 'auto, 100vw' }),
  );
  expect(html).toBe(
    `<picture><source type="image/avif" srcSet="${avif}" sizes="auto, 100vw"/><img loading="lazy" decoding="async" src="/assets/gate.jpg" width="1600" height="1200" alt="Gate" class="picture"/></picture>`,
  );
});

test('a drawing is one file', () => {
  const html = renderToStaticMarkup(createElement(SizedPicture, PHOTO));
  expect(html).toMatch(/^<img (?!.*(?:srcset|sizes))/i);
});
