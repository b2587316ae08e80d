import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('node:v8');
});

test.each(Object.entries({ 64: 1, 96: 1, 240: 500, 384: 1_000, 4_096: 1_000 }))(
  'C11: with a heap of %s MiB a cache of 1,000 may hold %i',
  async (mib, most) => {
    const heap = { heap_size_limit: Number(mib) * 1024 * 1024 };
    vi.doMock('node:v8', () => ({ getHeapStatistics: () => heap }));
    // It reads the heap as it is loaded: once for each of these addresses.
    const path = `../../../server/scale-to-heap.ts?heap=${mib}`;
    const { scaleToHeap } = (await import(path)) as { scaleToHeap: (most: number) => number };
    expect(scaleToHeap(1_000)).toBe(most);
  },
);
