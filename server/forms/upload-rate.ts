import type { UploadLimits } from './form-limits.ts';

export type UploadRateLimits = Pick<
  UploadLimits,
  'uploadRateCheckMs' | 'uploadGraceMs' | 'minUploadBytesPerSecond' | 'stalledUploadMs'
>;

/**
 * How fast an upload comes. Time is counted in checks at which the server was ready to read, so neither
 * a slow disk nor a pause of the whole process counts against the sender.
 */
export class UploadRate {
  readonly #limits: UploadRateLimits;
  #bytes = 0;
  #ms = 0;
  /** Bytes since the latest check, and between the checks before it, newest first. */
  #latest = 0;
  #recent: number[] = [];

  constructor(limits: UploadRateLimits) {
    this.#limits = limits;
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    this.#latest += bytes;
  }

  /** To be called every `uploadRateCheckMs`, unless the body is not being read at that time. */
  check(): void {
    const { uploadRateCheckMs, stalledUploadMs } = this.#limits;
    this.#ms += uploadRateCheckMs;
    this.#recent = [this.#latest, ...this.#recent].slice(
      0,
      Math.ceil(stalledUploadMs / uploadRateCheckMs),
    );
    this.#latest = 0;
  }

  /** Below the minimum rate over its whole time but the grace. */
  isTooSlow(): boolean {
    const { uploadGraceMs, minUploadBytesPerSecond } = this.#limits;
    return this.#ms > uploadGraceMs + (this.#bytes / minUploadBytesPerSecond) * 1_000;
  }

  /** Below the minimum rate just now. */
  isStalled(): boolean {
    const { uploadRateCheckMs, stalledUploadMs, minUploadBytesPerSecond } = this.#limits;
    const recentMs = this.#recent.length * uploadRateCheckMs;
    const bytes = this.#recent.reduce((sum, count) => sum + count, 0);
    return recentMs >= stalledUploadMs && bytes < (minUploadBytesPerSecond * recentMs) / 1_000;
  }
}
