import { expect, vi } from 'vitest';
import { SOON } from './effort.ts';
import { UNCOMPRESSED } from './read-page.ts';

export const INCOMPLETE = 'Some of the website could not be searched';

/** A search waits for lists and pages for a while only, and then shows that something is missing. */
export async function untilSearchable({ url }: { url: string }): Promise<void> {
  await vi.waitFor(async () => {
    const response = await fetch(`${url}/Search?q=any`, UNCOMPRESSED);
    expect(await response.text()).not.toContain(INCOMPLETE);
  }, 4 * SOON.timeout);
}
