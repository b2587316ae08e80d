import * as fc from 'fast-check';

/** The same values in each run; `npm run test:properties` takes others each time, and a failure prints its seed. */
const SEED = 20_261_122;

/** Runs of each property against those of a short run; `PROPERTY_FACTOR` asks for more. */
const FACTOR = Number(process.env['PROPERTY_FACTOR'] ?? 1);

/** The seed of `PROPERTY_SEED`, to see a failure again. */
const GIVEN_SEED = process.env['PROPERTY_SEED'];

/**
 * Fails with the seed, the path and the smallest values found for which a property does not hold.
 *
 * @param runs in a short run.
 */
export async function holds<Values>(
  property: fc.IRawProperty<Values>,
  { runs = 100 }: { runs?: number } = {},
): Promise<void> {
  const seed = GIVEN_SEED === undefined ? (FACTOR > 1 ? undefined : SEED) : Number(GIVEN_SEED);
  await fc.assert(property, {
    numRuns: Math.round(runs * FACTOR),
    ...(seed === undefined ? {} : { seed }),
  });
}
