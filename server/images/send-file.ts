import type { Response } from 'express';
import type { CachedFile } from './disk-cache.ts';
import { FILE_KINDS, isPictureKind, type FileKind } from './file-kind.ts';
import { CACHE_CONTROL, NO_STORE } from '../http/cache-lifetimes.ts';
import { POLICIES } from '../http/security-policies.ts';

/**
 * Supports ETag, 304 and HEAD, and ranges of files on the disk.
 * @param options.name of the saved file
 */
export function sendFile(
  response: Response,
  { source, tag }: CachedFile,
  { kind, name }: { kind: FileKind; name: string },
): void {
  response.set({ ETag: `"${tag}"`, 'Cache-Control': CACHE_CONTROL.file });
  setFileHeaders(response, kind, name);
  if (typeof source !== 'string') {
    response.send(source);
    return;
  }
  const options = {
    etag: false,
    lastModified: false,
    cacheControl: false,
    dotfiles: 'allow',
  } as const;
  response.sendFile(source, options, (error?: Error & { status?: number }) => {
    // An error after the headers: the visitor has left.
    if (!error || response.headersSent) return;
    const { status = 503 } = error;
    response.removeHeader('Content-Type');
    response.removeHeader('Content-Disposition');
    response.set('Cache-Control', NO_STORE);
    // 404: it was removed a moment ago.
    response.status(status < 500 && status !== 404 ? status : 503).end();
  });
}

/** docs/promises.md#s8. */
export function setFileHeaders(response: Response, kind: FileKind, name: string): void {
  const { contentType, extension } = FILE_KINDS[kind];
  const isShown = kind === 'pdf' || isPictureKind(kind);
  response.set({
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': kind === 'pdf' ? POLICIES.pdf : POLICIES.picture,
    'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; ${fileName(name, extension)}`,
  });
  if (kind === 'pdf') response.set('X-Frame-Options', 'SAMEORIGIN');
}

/** RFC 6266: plain letters, and the name in UTF-8. */
function fileName(name: string, extension: string): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, '').slice(-80);
  const plain = stem.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '') || 'file';
  const exact = encodeURIComponent(stem.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}.${extension}"; filename*=UTF-8''${exact}.${extension}`;
}
