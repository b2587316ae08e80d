import { resolve } from 'node:path';
import { PageRenderer } from '../server/pages/page-renderer.ts';
import { loadAssets } from '../server/web/assets.ts';

type Options = ConstructorParameters<typeof PageRenderer>[0];

/** Renders pages of the built site, each anew. */
export function uncachedRenderer(
  options: Pick<Options, 'lists' | 'siteSearch' | 'addresses' | 'content' | 'log' | 'finish'>,
): PageRenderer {
  return new PageRenderer({
    ...options,
    pages: { get: () => undefined, set: () => undefined, size: () => 0 },
    assets: loadAssets(resolve('dist')),
    schoolCode: 'GISNUP',
    siteUrl: 'http://localhost:3000',
    isSample: false,
    hasWorker: false,
    imageMetadata: () => undefined,
    now: () => new Date(),
  });
}
