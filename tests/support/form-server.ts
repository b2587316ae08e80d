import { ENGLISH } from '../../shared/translation.ts';
import { createServer } from 'node:http';
import express from 'express';
import { pageAt } from '../../client/addresses.ts';
import { ClockComparison } from '../../server/clock-comparison.ts';
import { Database } from '../../server/database/database.ts';
import { systemClock, type Clock } from '../../server/outbox/clock.ts';
import { createDelivery } from '../../server/outbox/create-delivery.ts';
import type { ResponseContext } from '../../server/forms/form-response.ts';
import type { FormLimits } from '../../server/forms/form-limits.ts';
import type { OutboxLimits } from '../../server/outbox/outbox-limits.ts';
import type { Delivery } from '../../server/outbox/entry.ts';
import { createOutbox } from '../../server/outbox/outbox.ts';
import { setDefaultHeaders } from '../../server/http/security-headers.ts';
import { createFormRoutes } from '../../server/forms/form-routes.ts';
import { DiskCache } from '../../server/images/disk-cache.ts';
import { ImageFiles } from '../../server/images/image-files.ts';
import { IMAGE_LIMITS } from '../../server/images/image-limits.ts';
import { HttpProvider } from '../../server/provider/http-provider.ts';
import type { ProviderLimits } from '../../server/provider/provider-limits.ts';
import type { Log } from '../../server/log/log.ts';
import { perCampus } from '../../shared/campuses.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { endServer, listening } from './listening.ts';
import { silentLog } from './test-log.ts';

const SCHOOL_CODE = 'GISNUP';
const SECRET = 's'.repeat(32);
/** The discard protocol: nothing listens there. */
const NO_PROVIDER = 'http://127.0.0.1:9';

export type FormServer = Awaited<ReturnType<typeof startFormServer>>;

export type FormServerOptions = {
  /** DATA_DIR. */
  dataDir: string;
  /** Else over HTTP to `providerUrl`. */
  deliver?: (delivery: Delivery) => Promise<void>;
  /** Serves look-ups too. */
  providerUrl?: string;
  providerToken?: string;
  providerLimits?: Partial<ProviderLimits>;
  log?: Log;
  clock?: Clock;
  limits?: Partial<FormLimits>;
  outboxLimits?: Partial<OutboxLimits>;
  /** Null: SQLite. */
  databaseUrl?: string | null;
  /** Else one word. */
  renderPage?: ResponseContext['renderPage'];
};

/** The forms' real routes over a real outbox, without the rest of the site and without limits per client. */
export async function startFormServer({
  dataDir,
  deliver,
  providerUrl = NO_PROVIDER,
  providerToken,
  providerLimits = {},
  log = silentLog,
  clock = systemClock,
  limits,
  outboxLimits,
  databaseUrl = null,
  renderPage = async () => Buffer.from('page'),
}: FormServerOptions) {
  const provider = new HttpProvider({
    url: providerUrl,
    token: providerToken ?? null,
    log,
    limits: providerLimits,
  });
  const database =
    databaseUrl === null ? null : new Database({ url: databaseUrl, log, limits: { checkMs: 300 } });
  const outbox = createOutbox({
    dataDir,
    database,
    deliver:
      deliver ??
      createDelivery({ provider, schoolCode: SCHOOL_CODE, uploadMs: providerLimits.formMs }),
    log,
    secret: SECRET,
    clock,
    limits: outboxLimits ?? {},
  });
  const cache = new DiskCache({ folder: temporaryFolder(), limits: IMAGE_LIMITS, log });
  const forms = createFormRoutes({
    addresses: { pageAt },
    outbox,
    provider,
    images: new ImageFiles({ provider, cache, limits: IMAGE_LIMITS, log }),
    log,
    messageIn: (_language, message) => ENGLISH.message(message),
    settings: { siteUrl: 'http://localhost', schoolCode: SCHOOL_CODE, dataDir },
    campuses: perCampus(() => ({})),
    database,
    secret: SECRET,
    now: () => new Date(),
    clocks: new ClockComparison(log),
    limits: {
      formsPerNetwork: 1e9,
      formsPerClient: 1e9,
      certificatesPerNetwork: 1e9,
      certificatesPerClient: 1e9,
      ...limits,
    },
    renderPage,
  });
  const server = createServer(express().use(setDefaultHeaders({ fixed: {} }), forms));
  return {
    port: await listening(server),
    server,
    outbox,
    async close() {
      await endServer(server);
      await outbox.close();
      await database?.close();
      await provider.close();
      cache.close();
    },
  };
}
