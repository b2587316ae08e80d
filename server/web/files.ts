import { join } from 'node:path';
import express, { type Router } from 'express';

/** How long browsers keep a document before they ask again, in seconds. */
const FRESH_SECONDS = 60 * 60;

/**
 * The PDFs of content/files at `/files/…`, with ranges, ETag and 304. Our own pages may show them in a
 * frame (SPEC §2: the sample certificate), so their policy differs from that of pages.
 */
export function createFileRoutes(contentFolder: string): Router {
  const router = express.Router();
  router.use(
    '/files',
    express.static(join(contentFolder, 'files'), {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response) => {
        response.setHeader('Cache-Control', `public, max-age=${FRESH_SECONDS}`);
        response.setHeader(
          'Content-Security-Policy',
          "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
        );
        response.setHeader('X-Frame-Options', 'SAMEORIGIN');
      },
    }),
  );
  return router;
}
