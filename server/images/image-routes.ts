import { join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { PICTURE_WIDTHS, isPictureWidth, type PictureWidth } from '../../shared/pictures.ts';
import type { Log } from '../web/log.ts';
import { requestIdOf } from '../web/request-log.ts';
import type { Provider } from '../provider/provider.ts';
import type { PublishedFiles } from '../provider/published-files.ts';
import { createDiskCache, diskKey, type DiskCache, type DiskEntry } from './disk-cache.ts';
import { FileError, toFileError } from './file-error.ts';
import { isFileKind, type FileKind } from './file-kind.ts';
import { parseRef } from './file-ref.ts';
import { IMAGE_LIMITS, type ImageLimits } from './image-limits.ts';
import { createOriginals } from './originals.ts';
import { createKnownPictures, type PictureFacts } from './picture-facts.ts';
import { pictureFormat, type Rendition } from './picture-format.ts';
import { createPlaceholders } from './placeholder.ts';
import { setUpSharp } from './render-picture.ts';
import { sendFile, setFileHeaders } from './send-file.ts';
import { createVariants, variantKey } from './variants.ts';

export type ImageRoutesOptions = {
  provider: Provider;
  log: Log;
  /** Folder of the cache, ours alone. Several processes may share it if each gets its part of the byte limits. */
  folder: string;
  /** Which files are served (docs/promises.md#s11); all others are 404, and the provider is not asked for them. */
  published: Pick<PublishedFiles, 'find'>;
  limits?: Partial<ImageLimits>;
};

export type ImageRoutes = {
  router: Router;
  /** Size and colour of a picture of which a variant was made; synchronous and cheap. */
  known(ref: string): PictureFacts | undefined;
  close(): Promise<void>;
};

/** Seconds after which a browser may come back on a 503. */
const RETRY_AFTER = '5';
/** A missing file may be put there at any time (RELIABILITY C10: 60 s). */
const REFUSAL_CACHE_CONTROL = 'public, max-age=60';
/** A shared cache must not keep the stand-in for the picture. */
const PLACEHOLDER_CACHE_CONTROL = 'private, max-age=60';

/** A try, and another one when the file went between the look-up and the sending. */
const TRIES = 2;

/**
 * GET and HEAD of `/api/image/{id or path}` (SPEC §7): the original, or with `?w=` of PICTURE_WIDTHS
 * a variant in the format that the browser accepts. A variant that cannot be had is answered by the
 * placeholder picture; file-error.ts says with which status.
 */
export function createImageRoutes({
  provider,
  log,
  folder,
  published,
  limits: given,
}: ImageRoutesOptions): ImageRoutes {
  const limits = { ...IMAGE_LIMITS, ...given };
  const originalFiles = createDiskCache({
    folder: join(folder, 'originals'),
    maxBytes: limits.originalsBytes / limits.processes,
    maxFiles: limits.files,
    log,
  });
  const variantFiles = createDiskCache({
    folder: join(folder, 'variants'),
    maxBytes: limits.variantsBytes / limits.processes,
    maxFiles: limits.files,
    log,
  });
  const pictures = createKnownPictures({
    file: join(folder, 'pictures.json'),
    max: limits.facts,
    log,
  });
  const originals = createOriginals({ provider, cache: originalFiles, log, limits });
  const variants = createVariants({
    originals,
    originalsFolder: originalFiles.folder,
    cache: variantFiles,
    pictures,
    log,
    limits,
  });
  const placeholder = createPlaceholders();
  const ready = Promise.all([originalFiles.ready, variantFiles.ready]);
  setUpSharp();

  /** Sends what `find` answers, and once more if the file went between the look-up and the sending. */
  async function send(
    res: Response,
    cache: DiskCache,
    name: string,
    find: () => Promise<{ key: string; entry: DiskEntry; kind: FileKind }>,
  ): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { key, entry, kind } = await find();
      if ((await sendFile(res, entry, { folder: cache.folder, kind, name })) === 'sent') return;
      cache.delete(key);
    }
    throw new FileError('disk');
  }

  /** @throws FileError "unpublished" or "unknown". */
  async function checkPublished({ req }: Response, ref: string): Promise<void> {
    const publication = await published.find(ref, req.get('Referer'), requestIdOf(req));
    if (publication !== 'published') throw new FileError(publication);
  }

  async function sendOriginal(res: Response, ref: string): Promise<void> {
    await checkPublished(res, ref);
    await send(res, originalFiles, nameOf(ref), async () => {
      const entry = await originals.get(ref, requestIdOf(res.req));
      if (!isFileKind(entry.note)) throw new FileError('unsupported');
      return { key: diskKey(ref, 'original'), entry, kind: entry.note };
    });
  }

  async function sendVariant(res: Response, ref: string, rendition: Rendition): Promise<void> {
    await checkPublished(res, ref);
    await send(res, variantFiles, nameOf(ref), async () => ({
      key: variantKey(ref, rendition),
      entry: await variants.get(ref, rendition, requestIdOf(res.req)),
      kind: rendition.format,
    }));
  }

  async function sendPlaceholder(
    res: Response,
    { pictureStatus, rememberMs }: FileError,
    { width, format }: Rendition,
  ): Promise<void> {
    const picture = await placeholder(width, format);
    setFileHeaders(res, format, 'placeholder');
    if (pictureStatus === 200) res.set('ETag', `"placeholder-${width}-${format}"`);
    const isCached = pictureStatus < 500 && rememberMs > 0;
    res
      .status(pictureStatus)
      .set('Cache-Control', isCached ? PLACEHOLDER_CACHE_CONTROL : 'no-store');
    if (pictureStatus === 503) res.set('Retry-After', RETRY_AFTER);
    res.send(picture);
  }

  async function answer(req: Request<{ ref: string[] }>, res: Response): Promise<void> {
    const ref = parseRef(req.params.ref);
    if (ref === null) return refuse(res, 404, 'There is no such file.');
    const width = parseWidth(req.query.w);
    if (width === 'wrong')
      return refuse(res, 400, `w must be one of ${PICTURE_WIDTHS.join(', ')}.`);
    await ready;
    if (width === 'original')
      return sendOriginal(res, ref).catch((error: unknown) => refuseFile(res, toFileError(error)));
    const isLite = /^on$/i.test(req.get('Save-Data') ?? '');
    const rendition: Rendition = {
      width,
      format: pictureFormat(req.get('Accept')),
      quality: isLite ? 'lite' : 'full',
    };
    res.vary('Accept, Save-Data');
    return sendVariant(res, ref, rendition).catch((error: unknown) =>
      sendPlaceholder(res, toFileError(error), rendition),
    );
  }

  const router = Router();
  router.get('/api/image/*ref', answer);

  return {
    router,
    known: (ref) => pictures.get(ref),
    async close() {
      await originals.close();
      await variants.close();
      await pictures.close();
    },
  };
}

function parseWidth(w: unknown): PictureWidth | 'original' | 'wrong' {
  if (w === undefined) return 'original';
  const width = Number(w);
  return String(width) === w && isPictureWidth(width) ? width : 'wrong';
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function refuse(res: Response, status: number, error: string, cacheControl = 'no-store'): void {
  res.status(status).set('Cache-Control', cacheControl).json({ error });
}

function refuseFile(res: Response, { status, fault, rememberMs }: FileError): void {
  if (status === 503) res.set('Retry-After', RETRY_AFTER);
  const isCached = status < 500 && rememberMs > 0;
  refuse(
    res,
    status,
    `The file cannot be served: ${fault}.`,
    isCached ? REFUSAL_CACHE_CONTROL : 'no-store',
  );
}
