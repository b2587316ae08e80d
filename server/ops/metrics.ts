import type { StatsFs } from 'node:fs';
import { Gauge, Registry } from 'prom-client';
import { VERSION } from '../version.ts';
import type { Health } from './health.ts';
import type { RehearsalResult } from '../backup/rehearsal-result.ts';

/** The state of the site; new at each scrape, so that nothing of an earlier one is left. */
export function stateMetrics(
  { status, provider, outbox, ...health }: Health,
  disk: StatsFs | null,
  rehearsal: RehearsalResult | null,
): Registry {
  const registry = new Registry();
  function labelled(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [registry] });
  }
  /** An unknown value is left out: an unreadable queue is not an empty one. */
  function gauge(name: string, help: string, value: number | undefined | null): void {
    if (value === undefined || value === null) labelled(name, help).remove();
    else labelled(name, help).set(value);
  }
  const { storage, waiting, oldestWaitingMs, dead, database } = outbox;
  const isReady = Number(status === 'ready');
  gauge('gis_ready', '1 while visitors are accepted, 0 while the process stops', isReady);
  const isUp = Number(provider === 'up');
  gauge('gis_provider_up', '0 while the breaker rejects calls to the provider', isUp);
  gauge('gis_lists_hidden', 'Lists with records, all hidden', health.hiddenLists.length);
  gauge('gis_pages_cached', 'Cached pages', health.pages);
  const urgent = labelled('gis_urgent_notices', 'Urgent notices that are shown', ['campus']);
  for (const [campus, notices] of Object.entries(health.urgentNotices))
    urgent.set({ campus }, notices.length);
  gauge('gis_storage_ok', '1 while submissions can be stored', Number(storage === 'ok'));
  gauge('gis_outbox_waiting', 'Pending submissions', waiting);
  gauge(
    'gis_outbox_oldest_seconds',
    'Age of the oldest pending submission; 0 without one',
    oldestWaitingMs && oldestWaitingMs / 1_000,
  );
  gauge('gis_outbox_dead', 'Dead letters', dead);
  const isDatabaseUp = database && Number(database.state === 'up');
  gauge('gis_database_up', '0 while the database is unavailable', isDatabaseUp);
  const clock = labelled('gis_clock_ahead_seconds', "This machine's clock against others", ['of']);
  for (const [of, seconds] of Object.entries(health.clockSecondsAhead)) clock.set({ of }, seconds);
  const isRejected = Number(health.publication.rejected !== null);
  gauge('gis_content_rejected', "1 while the school's folder has errors", isRejected);
  const { bsize = 0, bavail, blocks } = disk ?? {};
  gauge('gis_disk_free_bytes', 'Free on the disk of DATA_DIR', bavail && bavail * bsize);
  gauge('gis_disk_size_bytes', 'Size of the disk of DATA_DIR', blocks && blocks * bsize);
  gauge(
    'gis_rehearsal_ok',
    '1 if the last rehearsal of a restore succeeded',
    rehearsal && Number(rehearsal.isOk),
  );
  gauge('gis_rehearsal_timestamp_seconds', 'When it ended', rehearsal && rehearsal.at / 1_000);
  labelled('gis_build_info', 'Running version, as a label; always 1', ['version']).set(
    { version: VERSION },
    1,
  );
  const lists = labelled('gis_lists', 'Lists and albums in memory', ['state']);
  for (const [state, count] of Object.entries(health.lists)) lists.set({ state }, count);
  const state = labelled('gis_list_state', '1 for the current state of a list', ['list', 'state']);
  const age = labelled('gis_list_age_seconds', 'Since the provider sent the list', ['list']);
  for (const entry of health.listAges) {
    for (const name of Object.keys(health.lists))
      state.set({ list: entry.list, state: name }, Number(entry.state === name));
    if (entry.state !== 'failed') age.set({ list: entry.list }, entry.ageSeconds);
  }
  return registry;
}
