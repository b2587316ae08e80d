import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Webhook = Awaited<ReturnType<typeof startWebhook>>;

/** The receiver of alerts. */
export async function startWebhook() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const isJson = request.headers['content-type'] === 'application/json; charset=utf-8';
      bodies.push(isJson ? body : 'no JSON');
      response.writeHead(webhook.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    /** Of its responses. */
    status: 204,
    async stop(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return webhook;
}
