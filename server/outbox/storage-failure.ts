import { errorCode } from './durable-files.ts';
import type { Log } from '../web/log.ts';

/** The line about a disk that does not take, give or let go what the outbox holds. */
export function logStorageFailure(log: Log, error: unknown): void {
  log.error({ event: 'outbox-storage', cause: errorCode(error) ?? 'unknown' });
}
