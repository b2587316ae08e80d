import type { UploadLimits } from './form-limits.ts';

/**
 * How fast an upload comes. Time is counted in checks at which the server was ready to read, so neither
 * a slow disk nor a pause of the whole process counts against the sender.
 */
export class UploadRate {
  readonly #limits: UploadLimits;
  #bytes = 0;
  #ms = 0;
  /** Bytes since the latest check, and between the checks before it, newest first. */
  #latest = 0;
  #recent: number[] = [];

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    this.#latest += bytes;
  }

  /** To be called every `uploadRateCheckMs`, unless the body is not being read at that time. */
  check(): void {
    const { uploadRateCheckMs, stalledUploadMs } = this.#limits;
    const checks = Math.ceil(stalledUploadMs / uploadRateCheckMs);
    this.#ms += uploadRateCheckMs;
    this.#recent = [this.#latest, ...this.#recent].slice(0, checks);
    this.#latest = 0;
  }

  /** Below the minimum rate over its whole time but the grace. */
  isTooSlow(): boolean {
    return this.#isSlow(this.#bytes, this.#ms - this.#limits.uploadGraceMs);
  }

  /** Below the minimum rate just now. */
  isStalled(): boolean {
    const ms = this.#recent.length * this.#limits.uploadRateCheckMs;
    const bytes = this.#recent.reduce((sum, count) => sum + count, 0);
    return ms >= this.#limits.stalledUploadMs && this.#isSlow(bytes, ms);
  }

  #isSlow(bytes: number, ms: number): boolean {
    return bytes < (this.#limits.minUploadBytesPerSecond * ms) / 1_000;
  }
}
