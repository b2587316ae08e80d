import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

export const RULES = 'deploy/prometheus-alerts.yml';

/** Null where it is missing. */
export const PROMTOOL =
  [process.env['PROMTOOL'], '/usr/bin/promtool', '/usr/local/bin/promtool'].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? null;
// What is left out in silence looks like what passed.
if (PROMTOOL === null)
  process.stderr.write(
    'promtool is missing (Debian: apt-get install prometheus): the alerts are not loaded\n',
  );

/** Output of `promtool check rules` for the shipped alerts. @throws Error with the output when it finds an error. */
export function checkRules(promtool: string): string {
  return execFileSync(promtool, ['check', 'rules', RULES], { encoding: 'utf8' });
}

/** `/metrics` of each instance, by its address; null for one without a response. */
export type Scrape = ReadonlyMap<string, string | null>;

/** The text of an alert. */
type Firing = { name: string; summary: string; remedy: string };

const HOURS = 2;
const COUNTER = /_(?:total|bucket|count|sum)$/;

/**
 * The shipped alerts that fire when it goes on for two hours as it went between two scrapes: Prometheus' own
 * evaluation of what was measured.
 */
export function firingAlerts(promtool: string, before: Scrape, now: Scrape): Firing[] {
  const folder = temporaryFolder();
  try {
    const file = join(folder, 'test.yml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(ruleTest([...seriesOf(before, now)])));
    const { stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
    return readFirings(stdout + stderr);
  } finally {
    removeFolder(folder);
  }
}

type Series = { series: string; values: string };

/** Expects that nothing fires, so that promtool tells what does. */
function ruleTest(input_series: Series[]) {
  const { groups } = parse(readFileSync(RULES, 'utf8')) as {
    groups: { rules: { alert: string }[] }[];
  };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  return {
    rule_files: [resolve(RULES)],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series,
        alert_rule_test: alerts.map((alertname) => ({
          eval_time: `${HOURS}h`,
          alertname,
          exp_alerts: [],
        })),
      },
    ],
  };
}

function* seriesOf(before: Scrape, now: Scrape): Generator<Series> {
  for (const [instance, text] of now) {
    const target = `job="gis-site",instance="${instance}"`;
    yield { series: `up{${target}}`, values: minutes(() => (text === null ? 0 : 1)) };
    const earlier = valuesIn(before.get(instance) ?? '');
    for (const [series, value] of valuesIn(text ?? '')) {
      const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
      // A process that was started anew counts from zero.
      const from = earlier.get(series) ?? 0;
      const step = value < from ? value : value - from;
      yield {
        series: `${name}{${[target, labels].filter((part) => part !== '').join(',')}}`,
        values: minutes((minute) => (COUNTER.test(name) ? value + step * minute : value)),
      };
    }
  }
}

function minutes(valueAt: (minute: number) => number): string {
  return Array.from({ length: HOURS * 60 + 1 }, (_, minute) => valueAt(minute)).join(' ');
}

/** The values of Prometheus' text format, by their series. */
export function valuesIn(text: string): Map<string, number> {
  const lines = text.matchAll(/^((?:gis|nodejs_eventloop|process_resident)_.*) (-?\d\S*)$/gm);
  return new Map([...lines].map(([, series = '', value]) => [series, Number(value)]));
}

function readFirings(output: string): Firing[] {
  const found = output.matchAll(
    /Labels:\{alertname="(\w+)".*?Annotations:\{remedy="(.*?)", summary="(.*?)"\}/gs,
  );
  return [...found].map(([, name = '', remedy = '', summary = '']) => ({ name, summary, remedy }));
}
