import * as fc from 'fast-check';
import { RUNS } from './effort.ts';

/** The same values in each run; with `TEST_RUNS` others each time, and a failure prints its seed. */
const SEED = 20_261_122;

/** The seed of `PROPERTY_SEED`, to see a failure again. */
const GIVEN_SEED = process.env['PROPERTY_SEED'];

/**
 * Fails with the seed, the path and the smallest values found for which a property does not hold.
 *
 * @param runs without `TEST_RUNS`.
 */
export async function holds<Values>(
  property: fc.IRawProperty<Values>,
  { runs = 100 }: { runs?: number } = {},
): Promise<void> {
  const seed = GIVEN_SEED === undefined ? (RUNS > 1 ? undefined : SEED) : Number(GIVEN_SEED);
  await fc.assert(property, {
    numRuns: Math.round(runs * RUNS),
    ...(seed === undefined ? {} : { seed }),
  });
}
