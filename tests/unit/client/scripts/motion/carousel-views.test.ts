import { expect, test } from 'vitest';
import { CAROUSEL_VIEWS } from '../../../../../client/scripts/motion/carousel-views.ts';
import { VIEWS } from '../../../../support/carousel.ts';

test('R-248 R-249 R-250 R-251: each carousel has as many slides in view as the specification requires', () => {
  for (const [row, , view, counts] of VIEWS) {
    const entries = Object.entries(CAROUSEL_VIEWS[view]);
    const viewAt = (width: string) =>
      entries.findLast(([from]) => Number(from) <= Number(width))?.[1];
    expect([row, Object.keys(counts).map((width) => [width, viewAt(width)])]).toEqual([
      row,
      Object.entries(counts),
    ]);
  }
});
