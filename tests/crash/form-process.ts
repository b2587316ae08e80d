import { writeSync } from 'node:fs';
import { ProviderError } from '../../server/provider/provider.ts';
import { startFormServer } from '../harness/form-server.ts';

/** A process to be killed: the forms over the folder that it is given, with a provider that is down. */
async function main(): Promise<void> {
  const [, , folder = ''] = process.argv;
  const { port } = await startFormServer({
    folder,
    deliver: () => Promise.reject(new ProviderError('unreachable')),
  });
  writeSync(1, `${port}\n`);
}

void main();
