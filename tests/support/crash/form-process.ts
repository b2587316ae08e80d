import { writeSync } from 'node:fs';
import { ProviderError } from '../../../server/provider/provider-error.ts';
import { startFormServer } from '../form-server.ts';

/**
 * A process to be killed: the forms over its data folder, with a provider that is down. Its arguments are the
 * folder, the first retry in ms, and for one instance of several the addresses of a database and a provider.
 */
async function main(): Promise<void> {
  const [, , dataDir = '', retryMs = '300', databaseUrl, providerUrl] = process.argv;
  const firstRetryMs = Number(retryMs);
  const { port } = await startFormServer(
    databaseUrl === undefined || providerUrl === undefined
      ? {
          dataDir,
          deliver: () => Promise.reject(new ProviderError('unreachable')),
          outboxLimits: { leaseMs: 300, firstRetryMs, longestRetryMs: firstRetryMs },
        }
      : {
          dataDir,
          databaseUrl,
          providerUrl,
          outboxLimits: { firstRetryMs, longestRetryMs: 1_000, scanMs: 300, leaseMs: 3_000 },
          providerLimits: { formMs: 2_000 },
        },
  );
  writeSync(1, `${port}\n`);
}

void main();
