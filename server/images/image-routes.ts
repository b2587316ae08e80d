import { Router, type NextFunction, type Request, type Response } from 'express';
import { PICTURE_WIDTHS, SHARE_SIZE, isPictureWidth } from '../../shared/pictures.ts';
import { CACHE_CONTROL } from '../http/cache-lifetimes.ts';
import { accepts } from '../http/encoding.ts';
import { POLICIES } from '../http/security-policies.ts';
import { requestIdOf } from '../log/request-log.ts';
import type { FindPublication } from './published-files.ts';
import { isSoundFile } from '../provider/target-url.ts';
import { FileError, toFileError } from './file-error.ts';
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

/** A sheet of paper, in place of a document in a field for pictures. */
const DOCUMENT = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 400 300">
  <rect width="400" height="300" fill="#ece7dc"/>
  <path d="M140 60h86l34 34v146H140Z" fill="#fff" stroke="#b9ad97" stroke-width="4"/>
  <path d="M226 60v34h34M160 130h80M160 155h80M160 180h80M160 205h48" fill="none" stroke="#b9ad97" stroke-width="4"/>
</svg>`;

/**
 * GET and HEAD of `/api/image/{id or path}`: a file, or a large rendering of a picture, as originals have
 * metadata such as positions (docs/promises.md#w3). With `?w=` a variant in the best format that the browser accepts,
 * with `?size=1200x630` the JPEG for messengers. The placeholder replaces a missing variant (file-error.ts). Files that
 * are not published are 404 (docs/promises.md#s11).
 * @param sharePicture address of the picture that messengers get in place of one that cannot be read.
 */
export function createImageRoutes(
  images: ImageFiles,
  findPublication: FindPublication,
  sharePicture: string | undefined,
): Router {
  async function send(response: Response, id: string, rendition: Rendition | null): Promise<void> {
    const requestId = requestIdOf(response.req);
    if (!isSoundFile(id)) throw new FileError('unpublished');
    const publication = await findPublication(id, requestId);
    if (publication !== 'published') throw new FileError(publication);
    const { file, kind } =
      rendition === null
        ? await images.opened(id, requestId)
        : { file: await images.variant(id, rendition, requestId), kind: rendition.format };
    sendFile(response, file, { kind, name: id.slice(id.lastIndexOf('/') + 1) });
  }

  /** The error of a file, as JSON for programs; `next` renders a page for people (docs/promises.md#w4). */
  function sendFileError(response: Response, error: FileError, next: NextFunction): void {
    const { status } = error.policy;
    response.vary('Accept');
    if (accepts(response.req.get('Accept') ?? '', 'text/html')) return next(error);
    if (isCacheable(error, status)) response.set('Cache-Control', CACHE_CONTROL.missingFile);
    response.status(status).json({ error: `The file cannot be served: ${error.kind}.` });
  }

  function sendPlaceholder(response: Response, id: string, error: FileError): void {
    const status = error.policy.pictureStatus;
    const isDocument = images.isDocument(id);
    response.status(status).set({
      'Content-Type': 'image/svg+xml',
      ETag: isDocument ? '"document"' : '"placeholder"',
      'Content-Security-Policy': POLICIES.picture,
    });
    if (isCacheable(error, status)) response.set('Cache-Control', CACHE_CONTROL.placeholder);
    response.send(isDocument ? DOCUMENT : PLACEHOLDER);
  }

  return Router().get(
    '/api/image/*id',
    async (request: Request<{ id: string[] }>, response, next) => {
      const id = request.params.id.join('/');
      const rendition = renditionFor(request);
      if (rendition === 'wrong') {
        response.status(400).json({ error: WRONG_SIZE });
        return;
      }
      if (rendition !== null && rendition !== SHARE_RENDITION) response.vary('Accept, Save-Data');
      try {
        await send(response, id, rendition);
      } catch (cause) {
        const error = toFileError(cause);
        const { pictureStatus, status } = error.policy;
        if ((rendition === null ? status : pictureStatus) === 503)
          response.set('Retry-After', RETRY_AFTER_SECONDS);
        if (rendition === null) sendFileError(response, error, next);
        else if (
          rendition === SHARE_RENDITION &&
          sharePicture !== undefined &&
          pictureStatus === 200
        )
          response.set('Cache-Control', CACHE_CONTROL.placeholder).redirect(302, sharePicture);
        else sendPlaceholder(response, id, error);
      }
    },
  );
}

/** The rendition that a query asks for; null for the original file. */
function renditionFor(request: Request<{ id: string[] }>): Rendition | null | 'wrong' {
  const { w, size } = request.query;
  if (size !== undefined) return size === SHARE_NAME && w === undefined ? SHARE_RENDITION : 'wrong';
  if (w === undefined) return null;
  const width = Number(w);
  if (String(width) !== w || !isPictureWidth(width)) return 'wrong';
  const quality = /^on$/i.test(request.get('Save-Data') ?? '') ? 'save-data' : 'full';
  return { width, format: pictureFormat(request.get('Accept')), quality };
}

function isCacheable({ policy }: FileError, status: number): boolean {
  return status < 500 && policy.rememberMs > 0;
}
