import { expect, test } from 'vitest';
import { CAROUSEL_VIEWS } from '../../../../../client/scripts/motion/carousel-views.ts';
import { VIEWS } from '../../../../support/carousel.ts';

test.each(VIEWS)(
  '%s: %s has as many slides of %s in view as the specification says',
  (_row, _path, view, counts) => {
    const entries = Object.entries(CAROUSEL_VIEWS[view]);
    for (const [width, count] of Object.entries(counts))
      expect([width, entries.findLast(([from]) => Number(from) <= Number(width))?.[1]]).toEqual([
        width,
        count,
      ]);
  },
);
