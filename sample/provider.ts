import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type Response,
  type Router,
} from 'express';
import multer from 'multer';
import * as z from 'zod/mini';
import { loadSampleRecords, type SampleRecords } from './records.ts';
import { createSampleSubmissions, type SampleSubmissions } from './submissions.ts';

/** Most bytes of a submission. */
const MAX_SUBMISSION_BYTES = 10 * 1024 * 1024;

const FORM_TYPES = ['Get In Touch', 'Career', 'Admission'];

/** The admission number that the sample finds a certificate for, whatever the name. */
const SAMPLE_ADMISSION = 'GIS-2024-001';
/** A specimen: it bears no person's name. */
const SAMPLE_CERTIFICATE = 'certificates/gis-2024-001.jpg';

/** The lists of with their exact letter case, written here a second time so that a slip of the client shows. */
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

type SampleOptions = {
  /** Absolute path of this folder, with `records/` and `files/`. */
  folder: string;
  /** Submissions are written to `sample-submissions` in it; null keeps none. */
  dataDir: string | null;
  schoolCode?: string;
  now?: () => Date;
};

/**
 * A complete provider on a loopback port of its own, with the records and files of this folder.
 * @throws Error when a record is wrong.
 */
export async function startSampleProvider(options: SampleOptions) {
  const records = await loadSampleRecords(join(options.folder, 'records'));
  const server = createServer(createSampleApp(records, options)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the sample provider has no port');
  return {
    /** Origin. */
    url: `http://127.0.0.1:${address.port}`,
    /** Closes the port and all connections. */
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * The sample's calls as an Express application. It needs no token, knows one school code, and is
 * case-sensitive as the provider.
 */
export function createSampleApp(
  records: (now: Date) => SampleRecords,
  { folder, dataDir, schoolCode = 'GISNUP', now = () => new Date() }: SampleOptions,
): Express {
  const submissions = createSampleSubmissions(
    dataDir === null ? null : join(dataDir, 'sample-submissions'),
  );
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.param('code', (_req, res, next, code) => {
    if (code === schoolCode) next();
    else sendNotFound(res);
  });
  for (const [path, name] of LIST_ROUTES)
    app.get(path, (_req, res) => void res.json(records(now())[name]));
  app.get('/api/subGallery', (req, res) => {
    res.json(records(now()).galleryAll.filter(({ _id }) => _id === req.query['id']));
  });
  app.use(
    '/api/image',
    express.static(join(folder, 'files'), { index: false, redirect: false, cacheControl: false }),
  );
  app.post('/api/form/:code/:type', submissionHandler(submissions, now));
  app.post('/api/tc/:code', express.json(), sendCertificate);
  app.use((_req, res) => sendNotFound(res));
  app.use(sendError);
  return app;
}

function sendCertificate(req: Request, res: Response): void {
  const { admission, name } = fields.safeParse(req.body).data ?? {};
  const isKnown =
    typeof admission === 'string' &&
    admission.trim().toUpperCase() === SAMPLE_ADMISSION &&
    typeof name === 'string';
  res.json({ data: isKnown ? SAMPLE_CERTIFICATE : '' });
}

/** Errors of body parsers have a status; anything else is an error of ours. */
function sendError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) return next(error);
  const status =
    error instanceof Error && 'status' in error && typeof error.status === 'number'
      ? error.status
      : 500;
  res.status(error instanceof multer.MulterError ? 400 : status).json({ error: 'bad request' });
}

function sendNotFound(res: Response): void {
  res.status(404).json({ error: 'not found' });
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
