import { Router, type Request, type Response } from 'express';
import { PICTURE_WIDTHS, SHARE_SIZE, isPictureWidth } from '../../shared/pictures.ts';
import { cacheControl, NO_STORE } from '../http/cache-lifetimes.ts';
import { POLICIES } from '../http/security-policies.ts';
import { requestIdOf } from '../log/request-log.ts';
import type { PublishedFiles } from './published-files.ts';
import { isSoundFile } from '../provider/target-url.ts';
import { FileError, toFileError } from './file-error.ts';
import { isFileKind } from './file-kind.ts';
import type { ImageFiles } from './image-files.ts';
import { pictureFormat, SHARE_RENDITION, type Rendition } from './picture-format.ts';
import { sendFile } from './send-file.ts';

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
 * (file-error.ts). Files that are not published are 404 (docs/promises.md#s11).
 */
export function createImageRoutes(
  images: ImageFiles,
  published: Pick<PublishedFiles, 'find'>,
): Router {
  async function send(res: Response, id: string, rendition: Rendition | null): Promise<void> {
    const requestId = requestIdOf(res.req);
    const publication = await published.find(id, res.req.get('Referer'), requestId);
    if (publication !== 'published') throw new FileError(publication);
    const file = await (rendition === null
      ? images.original(id, requestId)
      : images.variant(id, rendition, requestId));
    const kind = rendition?.format ?? file.note;
    if (!isFileKind(kind)) throw new FileError('unsupported');
    sendFile(res, file, { kind, name: id.slice(id.lastIndexOf('/') + 1) });
  }

  return Router().get('/api/image/*id', async (req: Request<{ id: string[] }>, res) => {
    const id = req.params.id.join('/');
    if (!isSoundFile(id)) return sendError(res, 404, { error: 'There is no such file.' });
    const rendition = renditionFor(req);
    if (rendition === 'wrong') return sendError(res, 400, { error: WRONG_SIZE });
    if (rendition !== null && rendition !== SHARE_RENDITION) res.vary('Accept, Save-Data');
    await send(res, id, rendition).catch((cause: unknown) =>
      sendFileError(res, toFileError(cause), rendition),
    );
  });
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
