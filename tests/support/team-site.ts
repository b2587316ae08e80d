import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Check } from '../../server/ops/doctor/check.ts';
import { expect } from 'vitest';
import { runCommand, type CommandResult } from './clone.ts';
import { freePort } from './free-port.ts';
import { LIST_NAMES, PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';
import { startProcess, type Process } from './process.ts';
import { firingAlerts, PROMTOOL, type Firing, type Scrape } from './promtool.ts';
import { type LogLine } from './test-log.ts';

type Environment = Readonly<Record<string, string>>;

export type TeamSite = Awaited<ReturnType<typeof createTeamSite>>;

/**
 * Two instances of a clone, with all that an operator uses: commands, start and stop, logs, metrics. The output
 * of all is in `heard`.
 */
export async function createTeamSite(clone: string, dataDir: string) {
  const heard: string[] = [];
  const ends: (() => Promise<void>)[] = [];
  const [portA, portB] = [await freePort(), await freePort()];
  const ports = [portA, portB] as const;
  const adminPorts = [await freePort(), await freePort()];
  const instances: Process[] = [];
  const settings: Record<string, string> = {};
  let skippedMs = 0;

  /** Of an instance, as the unit and the environment file give it. */
  function environmentOf(index: number): Environment {
    const folder = join(dataDir, `instance-${index}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return {
      HOST: '127.0.0.1',
      PORT: String(ports[index]),
      ADMIN_PORT: String(adminPorts[index]),
      DATA_DIR: folder,
      LOG_FORMAT: 'json',
      ...settings,
    };
  }

  async function run(script: string, ...args: string[]): Promise<CommandResult> {
    const command = ['npm', 'run', '--silent', script, '--', ...args] as const;
    const result = await runCommand(clone, command, environmentOf(0));
    heard.push(result.out, result.errors);
    return result;
  }

  /** What the doctor has in red, each line with its remedy; without npm in half of the time. */
  async function doctor(): Promise<string[]> {
    const command = [process.execPath, 'dist/server/doctor.js', '--json'] as const;
    const result = await runCommand(clone, command, environmentOf(0));
    heard.push(result.out, result.errors);
    const { checks } = JSON.parse(result.out) as { checks: Check[] };
    const red = checks
      .filter(({ state }) => state === 'fail')
      .map(({ id, what, remedy }) => `${id}: ${what} -> ${remedy}`);
    // What is red ends the command with 1, and nothing else does.
    expect(result.code).toBe(red.length === 0 ? 0 : 1);
    return red;
  }

  async function start(index: number): Promise<void> {
    instances[index] = await startProcess(environmentOf(index), {
      folder: clone,
      atEnd: (end) => void ends.push(end),
      hear: (line) => void heard.push(line),
      nodeOptions: [
        '--import',
        pathToFileURL(resolve('tests/support/fixtures/skip-time.mjs')).href,
      ],
    });
    await instances[index].logged('listening');
    instances[index].child.send(skippedMs);
  }

  async function stop(index: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    instances[index]?.child.kill(signal);
    await instances[index]?.exited;
  }

  /** What Prometheus would read now; null for an instance without a response. */
  async function scrape(): Promise<Scrape> {
    const texts = await Promise.all(
      adminPorts.map(async (port) => {
        const address = `127.0.0.1:${port}`;
        const read = async (path: string) => (await fetch(`http://${address}/${path}`)).text();
        try {
          const [metrics, health] = await Promise.all([read('metrics'), read('health')]);
          heard.push(metrics, health);
          return [address, metrics] as const;
        } catch {
          return [address, null] as const;
        }
      }),
    );
    return new Map(texts);
  }

  return {
    heard,
    ports,
    settings,
    run,
    doctor,
    start,
    stop,
    scrape,
    /** Both, with changed settings. */
    async restart(changes: Environment = {}): Promise<void> {
      Object.assign(settings, changes);
      await Promise.all(
        [...ports.keys()].map(async (index) => {
          await stop(index);
          await start(index);
        }),
      );
    },
    /** Moves the clocks of both ahead, with the timers that are due then. */
    skipTime(ms: number): void {
      skippedMs += ms;
      for (const { child } of instances) child.send(ms);
    },
    /** Lines of an event by any of the instances that run. */
    lines: (event: string): LogLine[] =>
      instances.flatMap(({ lines }) => lines.filter((line) => line.event === event)),
    /** Both request every list, as with visitors. */
    async askLists(): Promise<void> {
      const paths = LIST_NAMES.filter((name) => PROVIDER_LISTS[name].needsId !== true).map((name) =>
        PROVIDER_LISTS[name].path('GISNUP', ''),
      );
      for (const port of ports)
        await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`)));
    },
    /** Values that the instances tell, as they are written. */
    async metric(series: string): Promise<string[]> {
      return [...(await scrape()).values()]
        .flatMap((text) => text?.split('\n') ?? [])
        .filter((line) => line.startsWith(`${series} `))
        .map((line) => line.slice(series.length + 1));
    },
    /** What Prometheus alerts of if it goes on as since a scrape; nothing without promtool. */
    async alertsSince(before: Scrape): Promise<Firing[]> {
      const now = await scrape();
      return PROMTOOL === null ? [] : firingAlerts(PROMTOOL, before, now);
    },
    async close(): Promise<void> {
      for (const end of ends) await end();
    },
  };
}
