import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createOutbox, type OutboxOptions } from '../../server/outbox/outbox.ts';
import type { Delivery } from '../../server/outbox/entry.ts';
import { rejection } from './outbox-stores.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestLog } from './test-log.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export function newFolder(): string {
  return join(temporaryFolder(), 'data');
}

/** For deliveries without sockets: it waits for the disk alone. */
export function newClock(start?: number): VirtualClock {
  return createVirtualClock(start, { realMsPerTask: 0 });
}

/** An outbox on a virtual clock. Its log and the names that were delivered are recorded. */
export function openOutbox(
  options: {
    folder?: string;
    clock?: VirtualClock;
    deliver?: OutboxOptions['deliver'];
    limits?: OutboxOptions['limits'];
  } = {},
) {
  const folder = options.folder ?? newFolder();
  const clock = options.clock ?? newClock();
  const { log, lines } = createTestLog();
  const sent: string[] = [];
  const outbox = createOutbox({
    dataDir: folder,
    async deliver(delivery) {
      await options.deliver?.(delivery);
      sent.push(nameOf(delivery));
    },
    log,
    secret: 's'.repeat(32),
    clock,
    limits: options.limits ?? {},
  });
  onTestFinished(() => outbox.close());
  const events = (event: string) => lines.filter((line) => line.event === event);
  return { outbox, folder, clock, lines, events, sent };
}

export const nameOf = ({ entry }: Delivery) => String(entry.fields['name']);
export const fail = (status: number) => () => Promise.reject(rejection(status));
