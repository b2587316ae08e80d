import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { LIST_NAMES, PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';

/** A record as a test plants it. */
export type Row = Readonly<Record<string, unknown>>;

/** A provider that has every file, whatever its name, and the lists that a test gives it. It counts what it is asked. */
export async function startFileProvider() {
  const lists = new Map<ListName, readonly Row[]>();
  /** Lists that answer 500. */
  const broken = new Set<ListName>();
  /** Albums by id, as subGallery answers them. */
  const albums = new Map<string, Row>();
  /** Path and query of every request, in order. */
  const asked: string[] = [];
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#336699' },
  })
    .png()
    .toBuffer();
  const namesByPath = new Map(
    LIST_NAMES.map((name) => [PROVIDER_LISTS[name].path('GISNUP', ''), name]),
  );
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    request.resume();
    if (url.startsWith('/api/image/')) response.end(picture);
    else if (url.startsWith('/api/tc/')) sendJson(response, { data: 'pupils/asha.png' });
    else if (url.startsWith('/api/subGallery?id=')) {
      const album = albums.get(decodeURIComponent(url.slice('/api/subGallery?id='.length)));
      sendJson(response, album === undefined ? [] : [album]);
    } else {
      const name = namesByPath.get(url) ?? 'highlight';
      if (broken.has(name)) response.writeHead(500).end();
      else sendJson(response, lists.get(name) ?? []);
    }
  });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    lists,
    broken,
    albums,
    asked,
    /** Files that were asked for, by their encoded path. */
    askedFiles: () =>
      asked.flatMap((url) =>
        url.startsWith('/api/image/') ? url.slice('/api/image/'.length) : [],
      ),
    start: () => listen(address.port),
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
}
