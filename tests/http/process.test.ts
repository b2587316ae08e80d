import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen, listenForAdmin } from '../../server/process.ts';
import { freePort } from '../support/free-port.ts';

test('R4: a port that is in use is told by the names of its settings', async () => {
  const [port, host] = [await freePort(), '127.0.0.1'];
  const taken = createServer().listen(port, host);
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const error = (prefix: string) =>
    `\n  ${prefix}PORT ${port} on ${prefix}HOST ${host} cannot be used: EADDRINUSE`;
  await expect(listen(createServer(), { port, host })).rejects.toThrow(error(''));
  const admin = listenForAdmin(createServer(), { adminPort: port, adminHost: host });
  await expect(admin).rejects.toThrow(error('ADMIN_'));
});
