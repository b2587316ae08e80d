import { join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { PICTURE_WIDTHS, SHARE_SIZE, isPictureWidth } from '../../shared/pictures.ts';
import { cacheControl, NO_STORE } from '../http/cache-lifetimes.ts';
import type { Log } from '../log/log.ts';
import { requestIdOf } from '../log/request-log.ts';
import type { Provider } from '../provider/http-provider.ts';
import type { PublishedFiles } from '../provider/published-files.ts';
import { isSoundFile } from '../provider/target-url.ts';
import { LeaderFile } from './leader-file.ts';
import { cacheKey } from './cached-file.ts';
import { DiskCache } from './disk-cache.ts';
import { FileError, toFileError } from './file-error.ts';
import { isFileKind } from './file-kind.ts';
import { FreeSpace } from './free-space.ts';
import { IMAGE_LIMITS, type ImageLimits } from './image-limits.ts';
import { ImageMetadataStore, type ImageMetadata } from './image-metadata.ts';
import { Originals } from './originals.ts';
import { PicturesAhead } from './pictures-ahead.ts';
import { pictureFormat, renditionName, SHARE_RENDITION, type Rendition } from './picture-format.ts';
import { drawPlaceholder, makePicture, setUpSharp } from './render-picture.ts';
import { sendFile, setFileHeaders } from './send-file.ts';
import { variantKey, Variants } from './variants.ts';

type ImageRoutesOptions = {
  provider: Provider;
  log: Log;
  /** Several instances may share it. */
  folder: string;
  /** All other files are 404 (docs/promises.md#s11). */
  published: Pick<PublishedFiles, 'find'>;
  limits?: Partial<ImageLimits>;
  /** `look` refreshes the lists of pictures. Null makes no pictures ahead. */
  ahead?: { look: () => void } | null;
};

const RETRY_AFTER_SECONDS = '5';

const SHARE_NAME = `${SHARE_SIZE.width}x${SHARE_SIZE.height}`;
const WRONG_SIZE = `w must be one of ${PICTURE_WIDTHS.join(', ')}, or size ${SHARE_NAME}.`;

/** The file may be removed between look-up and sending. */
const ATTEMPTS = 2;

/**
 * GET and HEAD of `/api/image/{id or path}`: the original, with `?w=` a variant in the best format that the
 * browser accepts, with `?size=1200x630` the JPEG for messengers. The placeholder replaces a missing variant
 * (file-error.ts).
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
  readonly ahead: PicturesAhead | null;
  readonly #placeholders = new Map<string, Promise<Buffer>>();

  constructor(options: ImageRoutesOptions) {
    const { provider, log, folder, published, limits: overrides, ahead = null } = options;
    const limits = { ...IMAGE_LIMITS, ...overrides };
    this.#published = published;
    this.#freeSpace = new FreeSpace({ folder, limits, log });
    const shared = { limits, freeSpace: this.#freeSpace, log };
    // Shrinks first: pages show variants.
    this.#originalFiles = new DiskCache({
      ...shared,
      folder: join(folder, 'originals'),
      maxBytes: limits.originalsBytes,
    });
    this.#variantFiles = new DiskCache({
      ...shared,
      folder: join(folder, 'variants'),
      maxBytes: limits.variantsBytes,
    });
    this.#metadata = new ImageMetadataStore(join(folder, 'metadata.json'), limits, log);
    this.#originals = new Originals({ provider, cache: this.#originalFiles, log, limits });
    this.#variants = new Variants({
      originals: this.#originals,
      cache: this.#variantFiles,
      metadata: this.#metadata,
      makePicture,
      log,
      limits,
    });
    this.ahead =
      ahead &&
      new PicturesAhead({
        ...shared,
        ...ahead,
        provider,
        originals: this.#originals,
        variants: this.#variants,
        leader: new LeaderFile(join(folder, 'ahead.lock')),
        ready: this.#ready(),
      });
    // The folder exists from then on.
    void this.#ready().then(() => this.#metadata.watch());
    setUpSharp();
    this.router.get('/api/image/*id', (req, res) => this.#serve(req, res));
  }

  /** Known once a variant of the picture was made. */
  metadata(id: string): ImageMetadata | undefined {
    return this.#metadata.get(id);
  }

  revision(): number {
    return this.#metadata.revision();
  }

  /** Close the provider first: this waits for its fetches. */
  async close(): Promise<void> {
    this.#freeSpace.close();
    await this.ahead?.close();
    await this.#originals.settled();
    await this.#variants.settled();
    await this.#metadata.close();
    this.#originalFiles.close();
    this.#variantFiles.close();
  }

  async #ready(): Promise<void> {
    await Promise.all([this.#originalFiles.ready, this.#variantFiles.ready]);
  }

  async #serve(req: Request<{ id: string[] }>, res: Response): Promise<void> {
    const id = req.params.id.join('/');
    if (!isSoundFile(id)) return sendError(res, 404, { error: 'There is no such file.' });
    const rendition = renditionFor(req);
    if (rendition === 'wrong') return sendError(res, 400, { error: WRONG_SIZE });
    await this.#ready();
    if (rendition !== null && rendition !== SHARE_RENDITION) res.vary('Accept, Save-Data');
    try {
      const publication = await this.#published.find(id, req.get('Referer'), requestIdOf(req));
      if (publication !== 'published') throw new FileError(publication);
      await this.#send(res, id, rendition);
    } catch (cause) {
      const error = toFileError(cause);
      if (rendition === null) sendFileError(res, error);
      else await this.#sendPlaceholder(res, error, rendition);
    }
  }

  async #send(res: Response, id: string, rendition: Rendition | null): Promise<void> {
    const requestId = requestIdOf(res.req);
    const cache = rendition === null ? this.#originalFiles : this.#variantFiles;
    const name = id.slice(id.lastIndexOf('/') + 1);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const file = await (rendition === null
        ? this.#originals.get(id, requestId)
        : this.#variants.get(id, rendition, requestId));
      const kind = rendition?.format ?? file.note;
      if (!isFileKind(kind)) throw new FileError('unsupported');
      if ((await sendFile(res, file, { folder: cache.folder, kind, name })) === 'sent') return;
      cache.delete(rendition === null ? cacheKey(id, 'original') : variantKey(id, rendition));
    }
    throw new FileError('disk');
  }

  async #sendPlaceholder(
    res: Response,
    { policy: { pictureStatus, rememberMs } }: FileError,
    requested: Rendition,
  ): Promise<void> {
    const rendition: Rendition = { ...requested, quality: 'full' };
    const name = `placeholder-${renditionName(rendition)}`;
    const picture = this.#placeholders.get(name) ?? drawPlaceholder(rendition);
    this.#placeholders.set(name, picture);
    setFileHeaders(res, rendition.format, 'placeholder');
    if (pictureStatus === 200) res.set('ETag', `"${name}"`);
    const isCached = pictureStatus < 500 && rememberMs > 0;
    res.set('Cache-Control', isCached ? cacheControl('placeholder') : NO_STORE);
    if (pictureStatus === 503) res.set('Retry-After', RETRY_AFTER_SECONDS);
    res.status(pictureStatus).send(await picture);
  }
}

/** Null is the original. */
function renditionFor(req: Request<{ id: string[] }>): Rendition | null | 'wrong' {
  const { w, size } = req.query;
  if (size !== undefined) return size === SHARE_NAME && w === undefined ? SHARE_RENDITION : 'wrong';
  if (w === undefined) return null;
  const width = Number(w);
  if (String(width) !== w || !isPictureWidth(width)) return 'wrong';
  const quality = /^on$/i.test(req.get('Save-Data') ?? '') ? 'save-data' : 'full';
  return { width, format: pictureFormat(req.get('Accept')), quality };
}

function sendError(
  res: Response,
  status: number,
  { error, caching = NO_STORE }: { error: string; caching?: string },
): void {
  res.status(status).set('Cache-Control', caching).json({ error });
}

function sendFileError(res: Response, { kind, policy: { status, rememberMs } }: FileError): void {
  if (status === 503) res.set('Retry-After', RETRY_AFTER_SECONDS);
  const isCached = status < 500 && rememberMs > 0;
  sendError(res, status, {
    error: `The file cannot be served: ${kind}.`,
    caching: isCached ? cacheControl('missingFile') : NO_STORE,
  });
}
