/** Work that several callers want at once is done once; each gets its result or its error. */
export type SharedWork<T> = {
  run(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when what runs now has ended, well or not. */
  settled(): Promise<void>;
};

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Promise<T>>();

  return {
    run(key, work) {
      const shared = running.get(key) ?? work().finally(() => running.delete(key));
      running.set(key, shared);
      return shared;
    },
    async settled() {
      await Promise.allSettled(running.values());
    },
  };
}
