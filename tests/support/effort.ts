/** How much slower than an idle machine a busy one may be. */
export const PATIENCE = 4;

/** How long a test waits for an event before it fails. */
export const SOON = { timeout: 30_000 * PATIENCE } as const;

/** How many times as many random values, kills and requests a run tries: `TEST_RUNS=25 npm run test:slow`. */
export const RUNS = Number(process.env['TEST_RUNS'] ?? 1);

/** Runs the tests that take minutes each. */
export const IS_THOROUGH = RUNS >= 25;
