import { join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { PICTURE_WIDTHS, SHARE_SIZE, isPictureWidth } from '../../shared/pictures.ts';
import { cacheControl, NO_STORE } from '../http/cache-lifetimes.ts';
import { POLICIES } from '../http/security-policies.ts';
import type { Log } from '../log/log.ts';
import { requestIdOf } from '../log/request-log.ts';
import type { Provider } from '../provider/http-provider.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { PublishedFiles } from './published-files.ts';
import { isSoundFile } from '../provider/target-url.ts';
import { DiskCache } from './disk-cache.ts';
import { FileError, toFileError } from './file-error.ts';
import { isFileKind } from './file-kind.ts';
import { FreeSpace } from './free-space.ts';
import { IMAGE_LIMITS, type ImageLimits } from './image-limits.ts';
import type { ImageMetadata } from './image-metadata.ts';
import { Originals } from './originals.ts';
import { PicturesAhead } from './pictures-ahead.ts';
import { pictureFormat, SHARE_RENDITION, type Rendition } from './picture-format.ts';
import { makePicture } from './render-picture.ts';
import { sendFile } from './send-file.ts';
import { Variants } from './variants.ts';

type ImageRoutesOptions = {
  provider: Provider;
  log: Log;
  /** Several instances may share it. */
  folder: string;
  /** All other files are 404 (docs/promises.md#s11). */
  published: Pick<PublishedFiles, 'find'>;
  limits?: Partial<ImageLimits>;
  /** Whose new pictures are made ahead; null makes none. */
  lists?: Pick<ListCache, 'onListUpdated' | 'peek'> | null;
};

const RETRY_AFTER_SECONDS = '5';

const SHARE_NAME = `${SHARE_SIZE.width}x${SHARE_SIZE.height}`;
const WRONG_SIZE = `w must be one of ${PICTURE_WIDTHS.join(', ')}, or size ${SHARE_NAME}.`;

/** Hills under a pale sun, in place of a picture. */
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 400 300">
  <rect width="400" height="300" fill="#ece7dc"/>
  <circle cx="286" cy="92" r="30" fill="#ddd5c5"/>
  <path d="M0 240 110 142 196 216 262 168 400 262V300H0Z" fill="#d2c9b7"/>
</svg>`;

/**
 * GET and HEAD of `/api/image/{id or path}`: the original, with `?w=` a variant in the best format that the
 * browser accepts, with `?size=1200x630` the JPEG for messengers. The placeholder replaces a missing variant
 * (file-error.ts).
 */
export class ImageRoutes {
  readonly router = Router();
  /** Resolves when the cache folders have been read. */
  readonly ready: Promise<unknown>;
  /** Null if none are made ahead. */
  readonly ahead: PicturesAhead | null;
  readonly #published: Pick<PublishedFiles, 'find'>;
  readonly #freeSpace: FreeSpace;
  readonly #originalFiles: DiskCache;
  readonly #variantFiles: DiskCache;
  readonly #originals: Originals;
  readonly #variants: Variants;

  constructor(options: ImageRoutesOptions) {
    const { provider, log, folder, published, limits: overrides, lists = null } = options;
    const limits = { ...IMAGE_LIMITS, ...overrides };
    const freeSpace = new FreeSpace({ folder, limits, log });
    const cache = (name: string, maxBytes: number) =>
      new DiskCache({ folder: join(folder, name), maxBytes, limits, freeSpace, log });
    this.#published = published;
    this.#freeSpace = freeSpace;
    // Shrinks first: pages show variants.
    this.#originalFiles = cache('originals', limits.originalsBytes);
    this.#variantFiles = cache('variants', limits.variantsBytes);
    this.ready = Promise.all([this.#originalFiles.ready, this.#variantFiles.ready]);
    const originals = new Originals({ provider, cache: this.#originalFiles, log, limits });
    const variants = new Variants({
      originals,
      cache: this.#variantFiles,
      makePicture,
      log,
      limits,
    });
    this.#originals = originals;
    this.#variants = variants;
    this.ahead =
      lists &&
      new PicturesAhead({ lists, variants, provider, freeSpace, ready: this.ready, limits, log });
    this.router.get('/api/image/*id', (req, res) => this.#serve(req, res));
  }

  /** Known once a variant of the picture was made. */
  metadata(id: string): ImageMetadata | undefined {
    return this.#variants.metadata(id);
  }

  revision(): number {
    return this.#variants.revision();
  }

  /** Close the provider first: this waits for its fetches. */
  async close(): Promise<void> {
    this.#freeSpace.close();
    await this.ahead?.close();
    await this.#originals.settled();
    await this.#variants.settled();
    this.#originalFiles.close();
    this.#variantFiles.close();
  }

  async #serve(req: Request<{ id: string[] }>, res: Response): Promise<void> {
    const id = req.params.id.join('/');
    if (!isSoundFile(id)) return sendError(res, 404, { error: 'There is no such file.' });
    const rendition = renditionFor(req);
    if (rendition === 'wrong') return sendError(res, 400, { error: WRONG_SIZE });
    await this.ready;
    if (rendition !== null && rendition !== SHARE_RENDITION) res.vary('Accept, Save-Data');
    try {
      const publication = await this.#published.find(id, req.get('Referer'), requestIdOf(req));
      if (publication !== 'published') throw new FileError(publication);
      await this.#send(res, id, rendition);
    } catch (cause) {
      sendFileError(res, toFileError(cause), rendition);
    }
  }

  async #send(res: Response, id: string, rendition: Rendition | null): Promise<void> {
    const requestId = requestIdOf(res.req);
    const file = await (rendition === null
      ? this.#originals.get(id, requestId)
      : this.#variants.get(id, rendition, requestId));
    const kind = rendition?.format ?? file.note;
    if (!isFileKind(kind)) throw new FileError('unsupported');
    sendFile(res, file, { kind, name: id.slice(id.lastIndexOf('/') + 1) });
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

/** JSON, or the placeholder for a variant. */
function sendFileError(
  res: Response,
  { kind, policy }: FileError,
  rendition: Rendition | null,
): void {
  const status = rendition === null ? policy.status : policy.pictureStatus;
  const isCached = status < 500 && policy.rememberMs > 0;
  if (status === 503) res.set('Retry-After', RETRY_AFTER_SECONDS);
  if (rendition === null) {
    const caching = isCached ? cacheControl('missingFile') : NO_STORE;
    return sendError(res, status, { error: `The file cannot be served: ${kind}.`, caching });
  }
  res.status(status).set({
    'Content-Type': 'image/svg+xml',
    ETag: '"placeholder"',
    'Content-Security-Policy': POLICIES.picture,
    'Cache-Control': isCached ? cacheControl('placeholder') : NO_STORE,
  });
  res.send(PLACEHOLDER);
}

function sendError(
  res: Response,
  status: number,
  { error, caching = NO_STORE }: { error: string; caching?: string },
): void {
  res.status(status).set('Cache-Control', caching).json({ error });
}
