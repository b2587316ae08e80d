import { join } from 'node:path';
import express, { type Handler } from 'express';
import { CACHE_CONTROL } from './cache-lifetimes.ts';
import { POLICIES } from './security-policies.ts';

/** The PDFs of a publication. Our own pages may frame them (the sample certificate). */
export function serveFiles(publicationFolder: string): Handler {
  return express.static(join(publicationFolder, 'files'), {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response) => {
      response.setHeader('Cache-Control', CACHE_CONTROL.document);
      response.setHeader('Content-Security-Policy', POLICIES.document);
      response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    },
  });
}
