import { writeSync } from 'node:fs';
import { ProviderError } from '../../../server/provider/provider.ts';
import { startFormServer } from '../form-server.ts';

/**
 * A process to be killed: the forms over its data folder, with a provider that is down. With
 * the addresses of a database and a provider it is one instance of several, quicker than production.
 */
async function main(): Promise<void> {
  const [, , dataDir = '', databaseUrl, providerUrl] = process.argv;
  const { port } = await startFormServer(
    databaseUrl === undefined || providerUrl === undefined
      ? {
          dataDir,
          deliver: () => Promise.reject(new ProviderError('unreachable')),
          outboxLimits: { leaseMs: 300, firstRetryMs: 300, longestRetryMs: 300 },
        }
      : {
          dataDir,
          databaseUrl,
          providerUrl,
          outboxLimits: { firstRetryMs: 200, longestRetryMs: 1_000, scanMs: 300, leaseMs: 3_000 },
          providerLimits: { formMs: 2_000 },
        },
  );
  writeSync(1, `${port}\n`);
}

void main();
