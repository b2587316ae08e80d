import type { Nginx } from './nginx.ts';
import type { Postgres } from './postgres.ts';
import type { SchoolPlatform } from './school-platform.ts';
import { PLANTED } from './planted.ts';
import { noSmallDisk, type SmallDisk } from './small-disk.ts';
import type { TeamSite } from './team-site.ts';

/** What the IT team has to do with. */
type Team = {
  site: TeamSite;
  nginx: Nginx;
  platform: SchoolPlatform;
  postgres: Postgres;
  /** Of the data; null where none can be mounted. */
  disk: SmallDisk | null;
};

export type TeamFailure = {
  what: string;
  /** Why it is not available here, else null. */
  missing?: string | null;
  /** An instance starts again. */
  restarts?: true;
  /** Changes settings, or what the site depends on. */
  happen: (team: Team) => unknown;
  /** A red line of the doctor: its name, and words of its remedy; null where it has none. */
  red: RegExp | null;
  /** The log that has it, and the words. */
  log: [text: (team: Team) => string | Promise<string>, words: string];
  /** A metric of one of the instances, and its value. */
  metric: [series: string, value: RegExp];
  alert: [name: string, remedy: string];
  fix: (team: Team) => unknown;
};

function eventText(event: string): (team: Team) => string {
  return ({ site }) => JSON.stringify(site.lines(event));
}

export const TEAM_FAILURES: readonly TeamFailure[] = [
  {
    what: 'a wrong address of the provider',
    restarts: true,
    // Nothing can listen there while the platform holds the port.
    happen: ({ site, platform }) =>
      site.restart({ PROVIDER_URL: platform.url.replace('localhost', '127.0.0.2') }),
    red: /^provider-tcp: .* -> PROVIDER_URL: check host and port/,
    log: [eventText('provider-state'), 'PROVIDER_URL: check host and port'],
    metric: ['gis_provider_up', /^0$/],
    alert: ['GisProviderUnreachable', 'check PROVIDER_URL'],
    fix: ({ site, platform }) => site.restart({ PROVIDER_URL: platform.url }),
  },

  {
    what: 'a token that was rotated',
    restarts: true,
    happen: ({ platform }) => platform.rotateToken(PLANTED.nextToken),
    red: /^list-notification: .*401 -> PROVIDER_TOKEN: compare it/,
    log: [eventText('provider-misconfigured'), 'PROVIDER_TOKEN: compare it'],
    metric: ['gis_provider_calls_total{outcome="status",status="401",code=""}', /^[1-9]/],
    alert: ['GisTokenRefused', 'check PROVIDER_TOKEN'],
    fix: ({ site }) => site.restart({ PROVIDER_TOKEN: PLANTED.nextToken }),
  },

  {
    what: 'a certificate that is not trusted',
    happen: ({ platform }) => platform.present('self-signed'),
    red: /^provider-tls: .*self-signed -> .*NODE_EXTRA_CA_CERTS/,
    log: [eventText('submission-retry'), 'NODE_EXTRA_CA_CERTS'],
    metric: [
      'gis_provider_calls_total{outcome="unreachable",status="",code="DEPTH_ZERO_SELF_SIGNED_CERT"}',
      /^[1-9]/,
    ],
    alert: ['GisProviderCertificate', 'NODE_EXTRA_CA_CERTS'],
    fix: ({ platform }) => platform.present('private-ca'),
  },

  {
    what: 'a full disk',
    missing: noSmallDisk,
    happen: ({ disk }) => disk?.shrink(),
    red: /^data-write: .*disk-full -> free space on the disk of DATA_DIR/,
    log: [eventText('disk-low'), 'free space on the disk'],
    metric: ['gis_storage_ok', /^0$/],
    alert: ['GisStorageFailing', 'the disk of DATA_DIR'],
    fix: ({ disk }) => disk?.grow(),
  },

  {
    what: 'a database that is down',
    happen: ({ postgres }) => postgres.stop(),
    red: /^database: .*ECONNREFUSED -> nothing listens there: start it/,
    log: [eventText('database-down'), 'start it'],
    metric: ['gis_database_up', /^0$/],
    alert: ['GisDatabaseDown', 'start PostgreSQL'],
    fix: ({ postgres }) => postgres.start(),
  },

  {
    what: 'an instance that was killed',
    restarts: true,
    happen: ({ site }) => site.stop(0, 'SIGKILL'),
    red: null,
    // Uncached requests go to both in turn.
    log: [
      async ({ nginx }) => {
        await nginx.request('/readyz');
        return nginx.log('access.log');
      },
      'instance_status=502, 200',
    ],
    // The other's; of this one Prometheus knows by itself that it is not up.
    metric: ['gis_ready', /^1$/],
    alert: ['GisSiteDown', 'journalctl of the instance'],
    fix: ({ site }) => site.start(0),
  },
];
