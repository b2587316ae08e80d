import { join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { PICTURE_WIDTHS, isPictureWidth, type PictureWidth } from '../../shared/pictures.ts';
import { cacheControl, NO_STORE } from '../web/cache-lifetimes.ts';
import type { Log } from '../web/log.ts';
import { requestIdOf } from '../web/request-log.ts';
import type { Provider } from '../provider/provider.ts';
import type { PublishedFiles } from '../provider/published-files.ts';
import { cacheKey, type CachedFile } from './cached-file.ts';
import { DiskCache } from './disk-cache.ts';
import { FileError, toFileError } from './file-error.ts';
import { isFileKind, type FileKind } from './file-kind.ts';
import { parseFileId } from './file-id.ts';
import { FreeSpace } from './free-space.ts';
import { IMAGE_LIMITS, type ImageLimits } from './image-limits.ts';
import { ImageMetadataStore, type ImageMetadata } from './image-metadata.ts';
import { Originals } from './originals.ts';
import { pictureFormat, type Rendition } from './picture-format.ts';
import { Placeholders } from './placeholder.ts';
import { setUpSharp } from './render-picture.ts';
import { sendFile, setFileHeaders } from './send-file.ts';
import { variantKey, Variants } from './variants.ts';

export type ImageRoutesOptions = {
  provider: Provider;
  log: Log;
  /** Folder of the cache, ours alone. Several processes may share it if each gets its part of the byte limits. */
  folder: string;
  /** Which files are served (docs/promises.md#s11); all others are 404, and the provider is not asked for them. */
  published: Pick<PublishedFiles, 'find'>;
  limits?: Partial<ImageLimits>;
};

/** A file of the cache that is to be sent. */
type Found = { key: string; file: CachedFile; kind: FileKind };

/** Seconds after which a browser may come back on a 503. */
const RETRY_AFTER = '5';

/** One attempt, and another when the file went between the look-up and the sending. */
const ATTEMPTS = 2;

/**
 * GET and HEAD of `/api/image/{id or path}`: the original, or with `?w=` of PICTURE_WIDTHS a
 * variant in the format that the browser accepts. A variant that cannot be had is answered by the
 * placeholder picture; file-error.ts says with which status.
 */
export class ImageRoutes {
  readonly router = Router();
  readonly #published: Pick<PublishedFiles, 'find'>;
  readonly #freeSpace: FreeSpace;
  readonly #originalFiles: DiskCache;
  readonly #variantFiles: DiskCache;
  readonly #metadata: ImageMetadataStore;
  readonly #originals: Originals;
  readonly #variants: Variants;
  readonly #placeholders = new Placeholders();

  constructor({ provider, log, folder, published, limits: given }: ImageRoutesOptions) {
    const limits = { ...IMAGE_LIMITS, ...given };
    this.#published = published;
    this.#freeSpace = new FreeSpace({
      folder,
      floorBytes: limits.freeFloorBytes,
      checkMs: limits.diskCheckMs,
      log,
    });
    const shared = {
      maxFiles: limits.files,
      memoryBytes: limits.memoryBytes,
      memoryFileBytes: limits.memoryFileBytes,
      freeSpace: this.#freeSpace,
      log,
    };
    // The first gives way first: variants are what pages show.
    this.#originalFiles = new DiskCache({
      ...shared,
      folder: join(folder, 'originals'),
      maxBytes: limits.originalsBytes / limits.processes,
    });
    this.#variantFiles = new DiskCache({
      ...shared,
      folder: join(folder, 'variants'),
      maxBytes: limits.variantsBytes / limits.processes,
    });
    this.#metadata = new ImageMetadataStore({
      file: join(folder, 'metadata.json'),
      max: limits.metadata,
      log,
    });
    this.#originals = new Originals({ provider, cache: this.#originalFiles, log, limits });
    this.#variants = new Variants({
      originals: this.#originals,
      originalsFolder: this.#originalFiles.folder,
      cache: this.#variantFiles,
      metadata: this.#metadata,
      log,
      limits,
    });
    setUpSharp();
    this.router.get('/api/image/*id', (req, res) => this.#answer(req, res));
  }

  /** Size and colour of a picture of which a variant was made; synchronous and cheap. */
  metadata(id: string): ImageMetadata | undefined {
    return this.#metadata.get(id);
  }

  async close(): Promise<void> {
    this.#freeSpace.close();
    await this.#originals.close();
    await this.#variants.close();
    await this.#metadata.close();
  }

  async #answer(req: Request<{ id: string[] }>, res: Response): Promise<void> {
    const id = parseFileId(req.params.id);
    if (id === null) return sendError(res, 404, { error: 'There is no such file.' });
    const width = parseWidth(req.query.w);
    if (width === 'wrong')
      return sendError(res, 400, { error: `w must be one of ${PICTURE_WIDTHS.join(', ')}.` });
    await Promise.all([this.#originalFiles.ready, this.#variantFiles.ready]);
    if (width === 'original') return this.#sendOriginal(res, id);
    const quality = /^on$/i.test(req.get('Save-Data') ?? '') ? 'save-data' : 'full';
    res.vary('Accept, Save-Data');
    return this.#sendVariant(res, id, { width, format: pictureFormat(req.get('Accept')), quality });
  }

  async #sendOriginal(res: Response, id: string): Promise<void> {
    try {
      await this.#checkPublished(res, id);
      await this.#send(res, this.#originalFiles, id, async () => {
        const file = await this.#originals.get(id, requestIdOf(res.req));
        if (!isFileKind(file.note)) throw new FileError('unsupported');
        return { key: cacheKey(id, 'original'), file, kind: file.note };
      });
    } catch (error) {
      sendFileError(res, toFileError(error));
    }
  }

  async #sendVariant(res: Response, id: string, rendition: Rendition): Promise<void> {
    try {
      await this.#checkPublished(res, id);
      await this.#send(res, this.#variantFiles, id, async () => ({
        key: variantKey(id, rendition),
        file: await this.#variants.get(id, rendition, requestIdOf(res.req)),
        kind: rendition.format,
      }));
    } catch (error) {
      await this.#sendPlaceholder(res, toFileError(error), rendition);
    }
  }

  /** @throws FileError "unpublished" or "unknown". */
  async #checkPublished({ req }: Response, id: string): Promise<void> {
    const publication = await this.#published.find(id, req.get('Referer'), requestIdOf(req));
    if (publication !== 'published') throw new FileError(publication);
  }

  /** Sends what `find` answers, and once more if the file went between the look-up and the sending. */
  async #send(
    res: Response,
    cache: DiskCache,
    id: string,
    find: () => Promise<Found>,
  ): Promise<void> {
    const name = id.slice(id.lastIndexOf('/') + 1);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { key, file, kind } = await find();
      if ((await sendFile(res, file, { folder: cache.folder, kind, name })) === 'sent') return;
      cache.delete(key);
    }
    throw new FileError('disk');
  }

  async #sendPlaceholder(
    res: Response,
    { pictureStatus, rememberMs }: FileError,
    { width, format }: Rendition,
  ): Promise<void> {
    const picture = await this.#placeholders.get(width, format);
    setFileHeaders(res, format, 'placeholder');
    if (pictureStatus === 200) res.set('ETag', `"placeholder-${width}-${format}"`);
    const isCached = pictureStatus < 500 && rememberMs > 0;
    res
      .status(pictureStatus)
      .set('Cache-Control', isCached ? cacheControl('placeholder') : NO_STORE);
    if (pictureStatus === 503) res.set('Retry-After', RETRY_AFTER);
    res.send(picture);
  }
}

function parseWidth(w: unknown): PictureWidth | 'original' | 'wrong' {
  if (w === undefined) return 'original';
  const width = Number(w);
  return String(width) === w && isPictureWidth(width) ? width : 'wrong';
}

function sendError(
  res: Response,
  status: number,
  { error, caching = NO_STORE }: { error: string; caching?: string },
): void {
  res.status(status).set('Cache-Control', caching).json({ error });
}

function sendFileError(res: Response, { status, fault, rememberMs }: FileError): void {
  if (status === 503) res.set('Retry-After', RETRY_AFTER);
  const isCached = status < 500 && rememberMs > 0;
  sendError(res, status, {
    error: `The file cannot be served: ${fault}.`,
    caching: isCached ? cacheControl('missingFile') : NO_STORE,
  });
}
