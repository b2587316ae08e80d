import { writeSync } from 'node:fs';
import { startFormServer, type FormServerOptions } from '../form-server.ts';

/** A process to be killed: the forms, with options that it gets as JSON; it prints its port. */
async function main(): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '') as FormServerOptions;
  const { port } = await startFormServer(options);
  writeSync(1, `${port}\n`);
}

void main();
