import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { createSampleApp } from '../../sample/provider.ts';
import { loadSampleRecords, type SampleRecords } from '../../sample/records.ts';
import { PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';
import { createFaults, type Fault, type Faults, type PathPattern } from './faults.ts';

export const SAMPLE_FOLDER = resolve('sample');

export type TestProvider = Pick<
  Faults,
  'setList' | 'resetLists' | 'requests' | 'waitForRequest'
> & {
  /** Origin, `http://127.0.0.1:<port>`. */
  url: string;
  /** Goes wrong on the paths of the pattern until `heal`; the last call that matches counts. */
  fail(pattern: PathPattern, fault: Fault): Promise<void>;
  heal(): Promise<void>;
  /** Closes the port and all connections. */
  stop(): Promise<void>;
  /** Opens the same port again. */
  start(): Promise<void>;
};

export type TestProviderOptions = {
  dataDir?: string | null;
  schoolCode?: string;
  now?: () => Date;
};

/** The sample provider behind switches: it tells what it was asked, answers other rows, and goes wrong on demand. */
export async function startTestProvider({
  dataDir = null,
  schoolCode = 'GISNUP',
  now = () => new Date(),
}: TestProviderOptions = {}): Promise<TestProvider> {
  const faults = createFaults();
  const sample = await createSampleApp({ folder: SAMPLE_FOLDER, dataDir, schoolCode, now });
  const records = await loadSampleRecords(`${SAMPLE_FOLDER}/records`);

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const list = listOf(req, schoolCode);
    const rows = list && faults.rowsFor(req, list, () => rowsOf(records(now()), list, req));
    if (rows === undefined) sample(req, res);
    else
      res
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(rows));
  }

  const server = createServer((req, res) => faults.handle(req, res, () => answer(req, res)));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;

  async function listen(at: number): Promise<void> {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  }

  async function start(): Promise<void> {
    if (!server.listening) await listen(port);
  }

  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async fail(pattern, fault) {
      faults.set(pattern, fault);
      if (fault === 'refuse') await stop();
    },
    async heal() {
      faults.clear();
      await start();
    },
    stop,
    start,
    setList: faults.setList,
    resetLists: faults.resetLists,
    requests: faults.requests,
    waitForRequest: faults.waitForRequest,
  };
}

/** The list that a request asks for. */
function listOf({ method, url = '' }: IncomingMessage, schoolCode: string): ListName | undefined {
  if (method !== 'GET') return undefined;
  if (url.startsWith('/api/subGallery?')) return 'subGallery';
  return (Object.keys(PROVIDER_LISTS) as ListName[]).find(
    (name) => PROVIDER_LISTS[name].path(schoolCode, '') === url,
  );
}

function rowsOf(
  records: SampleRecords,
  list: ListName,
  { url = '' }: IncomingMessage,
): readonly unknown[] {
  if (list !== 'subGallery') return records[list];
  const id = new URL(url, 'http://localhost').searchParams.get('id');
  return records.galleryAll.filter(({ _id }) => _id === id);
}
