import { createHash } from 'node:crypto';
import type { Handler } from 'express';
import { sendBody } from './send-body.ts';
import type { Assets, Manifest } from './assets.ts';
import { NO_CACHE } from './cache-lifetimes.ts';
import { encodedBody } from './encoded-body.ts';
import { OFFLINE_PAGE } from '../../client/scripts/offline/offline-limits.ts';
import type { Build } from '../../client/scripts/offline/worker.ts';
import { campusBases, campusPath, MAIN_CAMPUS, otherCampuses } from '../../shared/campuses.ts';
import type { Content } from '../../shared/content.ts';
import { SEARCH_KEYS } from '../../shared/query-params.ts';

/** Modules of every page, of records and of pages without a network; others are stored when a page loads them. */
const FRAME_MODULES = 'popovers marquee share today keep-form offline-notice kept-pages'.split(' ');

type ServiceWorkerOptions = {
  assets: Pick<Assets, 'manifest' | 'workers'>;
  content: Content;
  /** Otherwise the worker deletes what is stored, and itself. */
  hasWorker: boolean;
};

export function createServiceWorker({ assets, content, hasWorker }: ServiceWorkerOptions): Handler {
  const { manifest, workers } = assets;
  const code = Buffer.from(hasWorker ? buildWorker(manifest, content, workers.on) : workers.off);
  const body = encodedBody(code);
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': NO_CACHE,
  };
  return (request, response) => sendBody(request, response, { body, headers });
}

/** The version changes with the build's files and with texts such as telephone numbers. */
function buildWorker(manifest: Manifest, content: Content, code: string): string {
  const { site } = content;
  const pictures = [site.logo, 'favicon.svg'].flatMap((name) => manifest.pictures[name]?.src ?? []);
  const modules = FRAME_MODULES.flatMap((name) => {
    const module = manifest.modules[name];
    if (module === undefined) throw new Error(`the build has no module ${name}`);
    return module.later;
  });
  const { devanagari: _devanagari, ...fonts } = manifest.fonts;
  const frame = [
    ...new Set([manifest.css, manifest.entry, ...Object.values(fonts), ...pictures, ...modules]),
  ];
  const hash = createHash('sha256').update(JSON.stringify([frame, code, site]));
  const build: Build = {
    version: hash.digest('hex').slice(0, 12),
    frame,
    offlinePages: [...otherCampuses(MAIN_CAMPUS), MAIN_CAMPUS].map((campus) => ({
      path: campusPath(campus, OFFLINE_PAGE),
      paths: `^(/hi)?(${campusBases(campus).join('|')})(/|$)`,
    })),
    searchKeys: SEARCH_KEYS,
  };
  return `self.BUILD = ${JSON.stringify(build)};\n${code}`;
}
