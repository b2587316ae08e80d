import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import multer from 'multer';
import { z } from 'zod';
import type { ListName } from '../../../shared/provider-lists.ts';
import type { Log } from '../../web/log.ts';
import { createFaults, type Fault, type Faults, type PathPattern } from './faults.ts';
import { createSampleFiles, SAMPLE_ADMISSION, SAMPLE_CERTIFICATE } from './sample-files.ts';
import { loadSampleRecords, type SampleRecords } from './sample-records.ts';
import { createSampleSubmissions, type SampleSubmissions } from './sample-submissions.ts';

/** Most bytes of a submission. */
const MAX_SUBMISSION_BYTES = 10 * 1024 * 1024;

const FORM_TYPES = ['Get In Touch', 'Career', 'Admission'];

/** The lists of SPEC §7 with their exact letter case, written here a second time so that a slip of the client shows. */
const LIST_ROUTES: readonly [path: string, name: keyof SampleRecords][] = [
  ['/api/birthdays/:code', 'birthdays'],
  ['/api/news/:code', 'news'],
  ['/api/news/all/:code', 'newsAll'],
  ['/api/events/:code', 'events'],
  ['/api/events/All/:code', 'eventsAll'],
  ['/api/gallery/:code', 'gallery'],
  ['/api/gallery/All/:code', 'galleryAll'],
  ['/api/notification/:code', 'notification'],
  ['/api/onlineRegistration/:code', 'onlineRegistration'],
  ['/api/principalMessage/:code', 'principalMessage'],
  ['/api/highlight/:code', 'highlight'],
];

const fields = z.record(z.string(), z.unknown());

export type SampleProviderOptions = {
  /** The folder that holds `sample/`. */
  contentDir: string;
  /** Submissions go to `sample-submissions` in it; null keeps none. */
  dataDir: string | null;
  log: Log;
  schoolCode?: string;
  now?: () => Date;
  /** 0 for any that is free. */
  port?: number;
};

export type SampleProvider = Pick<
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

/**
 * A complete provider of SPEC §7 on a loopback port of its own, with records of content/sample. It asks
 * for no token, knows one school code, and answers only in the provider's own letter case.
 * @throws Error when the sample's records are wrong or the port is taken.
 */
export async function startSampleProvider(options: SampleProviderOptions): Promise<SampleProvider> {
  const {
    contentDir,
    dataDir,
    log,
    schoolCode = 'GISNUP',
    now = () => new Date(),
    port = 0,
  } = options;
  const records = await loadSampleRecords(join(contentDir, 'sample'));
  const submissions = createSampleSubmissions(
    dataDir === null ? null : join(dataDir, 'sample-submissions'),
  );
  const faults = createFaults();

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.param('code', (_req, res, next, code) => {
    if (code === schoolCode) next();
    else sendNotFound(res);
  });
  app.use((req, res, next) => faults.handle(req, res, next));
  for (const [path, name] of LIST_ROUTES) {
    app.get(path, (req, res) => sendRows(req, res, name, records(now())[name]));
  }
  app.get('/api/subGallery', (req, res) => {
    sendRows(
      req,
      res,
      'subGallery',
      records(now()).galleryAll.filter(({ _id }) => _id === req.query['id']),
    );
  });
  app.get('/api/image/*ref', fileHandler());
  app.post('/api/form/:code/:type', submissionHandler(submissions, now));
  app.post('/api/tc/:code', express.json(), (req, res) => {
    const { admission, name } = fields.catch({}).parse(req.body);
    const isKnown =
      typeof admission === 'string' &&
      admission.trim().toUpperCase() === SAMPLE_ADMISSION &&
      typeof name === 'string';
    res.json({ data: isKnown ? SAMPLE_CERTIFICATE : '' });
  });
  app.use((_req, res) => sendNotFound(res));
  app.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    // Body parsers say what was wrong with a request; anything else is a fault of ours.
    const status =
      error instanceof Error && 'status' in error && typeof error.status === 'number'
        ? error.status
        : 500;
    res.status(error instanceof multer.MulterError ? 400 : status).json({ error: 'bad request' });
  });

  function sendRows(req: Request, res: Response, name: ListName, rows: readonly unknown[]): void {
    res.json(faults.rowsFor(req, name, rows));
  }

  const server = createServer(app);
  await listen(port);
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the sample provider has no port');
  const url = `http://127.0.0.1:${address.port}`;
  log.info({ event: 'sample-provider', url });

  async function listen(at: number): Promise<void> {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  }

  async function start(): Promise<void> {
    if (!server.listening && address !== null && typeof address !== 'string')
      await listen(address.port);
  }

  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  return {
    url,
    fail: async (pattern, fault) => {
      faults.set(pattern, fault);
      if (fault === 'refuse') await stop();
    },
    heal: async () => {
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

function sendNotFound(res: Response): void {
  res.status(404).json({ error: 'not found' });
}

function fileHandler() {
  const files = createSampleFiles();
  return async (req: Request, res: Response) => {
    const { ref } = req.params;
    const file = await files.get(Array.isArray(ref) ? ref.join('/') : (ref ?? ''));
    if (file === null) sendNotFound(res);
    else res.type(file.contentType).send(file.bytes);
  };
}

function submissionHandler(submissions: SampleSubmissions, now: () => Date): Router {
  const router = express.Router({ mergeParams: true });
  const upload = multer({
    storage: multer.memoryStorage(),
    defParamCharset: 'utf8',
    limits: { fileSize: MAX_SUBMISSION_BYTES, files: 1 },
  });
  router.use(
    express.json({ limit: MAX_SUBMISSION_BYTES }),
    upload.single('attachments'),
    async (req, res) => {
      const params: Record<string, unknown> = req.params;
      const formType = FORM_TYPES.find((type) => type === params['type']);
      const body = fields.safeParse(req.body);
      if (formType === undefined) return sendNotFound(res);
      if (!body.success) return void res.status(400).json({ error: 'no fields' });
      const file =
        req.file === undefined ? null : { name: req.file.originalname, bytes: req.file.buffer };
      const id = await submissions.save(
        { formType, fields: body.data, file, idempotencyKey: req.get('idempotency-key') },
        now(),
      );
      res.json({ message: 'saved', data: { _id: id } });
    },
  );
  return router;
}
