import { onTestFinished, vi } from 'vitest';

/** Lets so much time pass for the rest of a test, by `performance.now()`. */
export function passTime(): (ms: number) => void {
  const started = performance.now();
  const time = vi.spyOn(performance, 'now');
  onTestFinished(() => time.mockRestore());
  return (ms) => void time.mockImplementation(() => started + ms);
}
