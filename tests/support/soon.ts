/** How long a test waits for what shall happen: a busy machine is slow, not wrong. */
export const SOON = { timeout: 120_000 } as const;
