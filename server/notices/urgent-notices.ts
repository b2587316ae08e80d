import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Log } from '../log/log.ts';
import { replaceFile } from '../replace-file.ts';
import { errorCode } from '../system-errors.ts';
import { noticeSchema, type StoredNotice } from '../../shared/urgent-notices.ts';
import type { NoticeStore } from './notice-store.ts';

/** With the lifetime of a page in shared caches, a notice shows within 10 s (docs/promises.md#c17). */
const POLL_MS = 2_000;

const savedSchema = z.array(z.extend(noticeSchema, { id: z.string() }));

/**
 * The stored notices as this instance has last read them. They are also in a file, as the store may be down when the
 * instance starts again.
 */
export class UrgentNotices {
  readonly #store: Pick<NoticeStore, 'read'>;
  readonly #path: string;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #notices: readonly StoredNotice[];
  #revision = 0;
  #isReading = false;
  #isReadable = true;
  /** The notices of the file. */
  #saved: readonly StoredNotice[];

  constructor(options: { store: Pick<NoticeStore, 'read'>; path: string; log: Log }) {
    const { store, path, log } = options;
    this.#store = store;
    this.#path = path;
    this.#notices = readSaved(path);
    this.#saved = this.#notices;
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
      if (this.#saved !== this.#notices) await this.#save();
      this.#isReadable = true;
    } catch (error) {
      const cause = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
      if (this.#isReadable) this.#log.error({ event: 'urgent-notices-unreadable', cause });
      this.#isReadable = false;
    } finally {
      this.#isReading = false;
    }
  }

  async #save(): Promise<void> {
    const notices = this.#notices;
    try {
      await replaceFile(this.#path, JSON.stringify(notices));
      this.#saved = notices;
    } catch (error) {
      const cause = errorCode(error) ?? 'unknown';
      this.#log.error({ event: 'snapshot-failed', folder: this.#path, cause });
    }
  }
}

/** Empty without the file, and for a damaged one. */
function readSaved(path: string): StoredNotice[] {
  try {
    return savedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return [];
  }
}
