import type { Log } from '../log/log.ts';
import { errorCode } from '../system-errors.ts';
import type { StoredNotice } from '../../shared/urgent-notices.ts';
import type { NoticeStore } from './notice-store.ts';

/** With the lifetime of a page in shared caches, a notice shows within 10 s (docs/promises.md#c17). */
const POLL_MS = 2_000;

/** The stored notices as this instance has last read them. */
export class UrgentNotices {
  readonly #store: Pick<NoticeStore, 'read'>;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #notices: readonly StoredNotice[] = [];
  #revision = 0;
  #isReading = false;
  #isReadable = true;

  constructor({ store, log }: { store: Pick<NoticeStore, 'read'>; log: Log }) {
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => void this.#read(), POLL_MS).unref();
    void this.#read();
  }

  current(): readonly StoredNotice[] {
    return this.#notices;
  }

  /** Changes with the notices. */
  revision(): number {
    return this.#revision;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Unreadable notices stay as they are. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      const notices = await this.#store.read();
      if (JSON.stringify(notices) !== JSON.stringify(this.#notices)) {
        this.#notices = notices;
        this.#revision += 1;
        this.#log.info({ event: 'urgent-notices', count: notices.length });
      }
      this.#isReadable = true;
    } catch (error) {
      const cause = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
      if (this.#isReadable) this.#log.error({ event: 'urgent-notices-unreadable', cause });
      this.#isReadable = false;
    } finally {
      this.#isReading = false;
    }
  }
}
