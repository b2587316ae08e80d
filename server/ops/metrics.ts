import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { VERSION } from '../version.ts';
import type { Health } from './health.ts';

export type MetricsOptions = {
  /** With the metrics of log-metrics.ts. */
  registry: Registry;
  health: () => Promise<Health>;
  dataDir: string;
};

/** Adds the state of the site, read at each scrape. An unknown value is left out. @returns the scrape */
export function createMetrics({
  registry,
  health,
  dataDir,
}: MetricsOptions): () => Promise<string> {
  const registers = [registry];
  // CPU, memory, event-loop lag, garbage collection, open files.
  collectDefaultMetrics({ register: registry });
  function gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers });
  }
  gauge('gis_build_info', 'Running version, as a label; always 1', ['version']).set(
    { version: VERSION },
    1,
  );
  const setGauges = stateGauges(gauge);
  return async () => {
    setGauges(await health(), await statfs(dataDir).catch(() => null));
    return registry.metrics();
  };
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

function stateGauges(gauge: MakeGauge): (health: Health, disk: StatsFs | null) => void {
  const ready = gauge('gis_ready', '1 while visitors are accepted, 0 while the process stops');
  const providerUp = gauge('gis_provider_up', '0 while the breaker rejects calls to the provider');
  const lists = gauge('gis_lists', 'Lists and albums in memory', ['state']);
  const state = gauge('gis_list_state', '1 for the current state of a list', ['list', 'state']);
  const age = gauge('gis_list_age_seconds', 'Since the provider sent the list', ['list']);
  const hidden = gauge('gis_lists_hidden', 'Lists with records, all hidden');
  const pages = gauge('gis_pages_cached', 'Cached pages');
  const storage = gauge('gis_storage_ok', '1 while submissions can be stored');
  const waiting = gauge('gis_outbox_waiting', 'Pending submissions');
  const oldest = gauge(
    'gis_outbox_oldest_seconds',
    'Age of the oldest pending submission; 0 without one',
  );
  const dead = gauge('gis_outbox_dead', 'Dead letters');
  const corrupt = gauge('gis_outbox_corrupt', 'Unreadable submissions');
  const databaseUp = gauge('gis_database_up', '0 while the database is unavailable');
  const free = gauge('gis_disk_free_bytes', 'Free on the disk of DATA_DIR');
  const size = gauge('gis_disk_size_bytes', 'Size of the disk of DATA_DIR');
  return (health, disk) => {
    ready.set(health.status === 'ready' ? 1 : 0);
    providerUp.set(health.provider === 'up' ? 1 : 0);
    for (const [name, count] of Object.entries(health.lists)) lists.set({ state: name }, count);
    state.reset();
    age.reset();
    for (const entry of health.listAges) {
      for (const name of Object.keys(health.lists))
        state.set({ list: entry.list, state: name }, entry.state === name ? 1 : 0);
      if (entry.state !== 'failed') age.set({ list: entry.list }, entry.ageSeconds);
    }
    hidden.set(health.hiddenLists.length);
    pages.set(health.pages);
    const { outbox } = health;
    storage.set(outbox.storage === 'ok' ? 1 : 0);
    // An unreadable queue is not an empty one.
    setOrRemove(waiting, outbox.waiting);
    setOrRemove(oldest, outbox.oldestWaitingMs && outbox.oldestWaitingMs / 1_000);
    setOrRemove(dead, outbox.dead);
    setOrRemove(corrupt, outbox.corrupt);
    setOrRemove(databaseUp, outbox.database && Number(outbox.database.state === 'up'));
    setOrRemove(free, disk && disk.bavail * disk.bsize);
    setOrRemove(size, disk && disk.blocks * disk.bsize);
  };
}

function setOrRemove(gauge: Gauge, value: number | undefined | null): void {
  if (value === undefined || value === null) gauge.remove();
  else gauge.set(value);
}
