import { join } from 'node:path';
import express, { type Handler } from 'express';
import { CACHE_CONTROL } from './cache-lifetimes.ts';
import { POLICIES } from './security-policies.ts';

/** The PDFs of content/files. Our own pages may frame them (the sample certificate). */
export function serveFiles(contentFolder: string): Handler {
  return express.static(join(contentFolder, 'files'), {
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
