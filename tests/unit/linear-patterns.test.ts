import { expect, test } from 'vitest';
import { cpuMs } from '../support/cpu.ts';
import { hostileTexts, type HostileText } from '../support/hostile-texts.ts';
import { patternsIn } from '../support/patterns-in.ts';

/** What reads texts of the provider. */
const FOLDERS = ['shared', 'server/provider', 'server/publish', 'client/parts', 'client/records'];

/** Characters. */
const [SHORT, LONG] = [5_000, 20_000];
/** A pattern that is quicker with the short text has no time that grows with its square. */
const QUICK_MS = 10;
/** Four times the text takes a linear pattern four times as long, a quadratic one 16 times. */
const MAX_GROWTH = 9;

/** In milliseconds of CPU. */
function cost(pattern: RegExp, text: string): number {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
  return cpuMs(() => void text.replace(everywhere, ''));
}

function isSlow(pattern: RegExp, text: HostileText): boolean {
  // The first round compiles the pattern.
  const rounds = [1, 2, 3].map(() => cost(pattern, text(SHORT)));
  const short = Math.min(...rounds);
  return short > QUICK_MS && cost(pattern, text(LONG)) > MAX_GROWTH * short;
}

test(
  'C15: each pattern that reads a text of the provider takes linear time',
  { timeout: 240_000 },
  async () => {
    const patterns = await patternsIn(FOLDERS);
    expect(patterns.length).toBeGreaterThan(150);
    const slow = patterns.flatMap(({ file, pattern }) => {
      const text = hostileTexts(pattern).find((one) => isSlow(pattern, one));
      return text === undefined ? [] : [`${file}: ${pattern} with ${text(20).slice(0, 60)}`];
    });
    expect(slow).toEqual([]);
  },
);

test.each([/(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w.-]+\w/gu, /\s+$/, /<[^>]*>/, /"[^"]*"|a+b/])(
  '%s is found to be slow',
  (pattern) => {
    expect(hostileTexts(pattern).some((text) => isSlow(pattern, text))).toBe(true);
  },
);
