import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { endServer, listening } from './listening.ts';

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
  const webhook = {
    url: `http://127.0.0.1:${await listening(server)}`,
    bodies,
    /** Of its responses. */
    status: 204,
    stop: () => endServer(server),
  };
  return webhook;
}
