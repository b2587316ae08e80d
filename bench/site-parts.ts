import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createAddresses } from '../client/addresses.ts';
import { startSampleProvider } from '../sample/provider.ts';
import { loadAssets } from '../server/http/assets.ts';
import { createSecurityHeaders } from '../server/http/security-headers.ts';
import { createLog } from '../server/log/log.ts';
import { localTexts } from '../server/pages/local-texts.ts';
import { PageCache } from '../server/pages/page-cache.ts';
import { PageRenderer } from '../server/pages/page-renderer.ts';
import { createInlineStyles } from '../server/pages/styles/inline-styles.ts';
import { HttpProvider } from '../server/provider/http-provider.ts';
import { ListCache } from '../server/provider/list-cache.ts';
import { loadDocumentTexts } from '../server/publication/document-texts.ts';
import { loadPublication } from '../server/publication/publication.ts';
import { createAliases } from '../server/publish/search/aliases.ts';
import { searchSources } from '../server/publish/search/search-sources.ts';
import { SiteSearch } from '../server/publish/search/site-search.ts';

const SITE = { schoolCode: 'GISNUP', siteUrl: 'http://localhost:3000', hasWorker: false };

/** What renders pages and searches them, with the sample records of a folder, in this process. */
export async function startParts(folder: string) {
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  const sample = await startSampleProvider({ folder, dataDir: null });
  const provider = new HttpProvider({ url: sample.url, token: null, log });
  const now = () => new Date();
  const lists = new ListCache({
    provider,
    schoolCode: SITE.schoolCode,
    log,
    now,
    folder: mkdtempSync(join(tmpdir(), 'lists-')),
  });
  const { content, folder: published } = loadPublication(resolve('dist'));
  const documentTexts = loadDocumentTexts(published);
  const addresses = createAddresses(content);
  const assets = loadAssets(resolve('dist'), published);
  const pictures = { metadata: () => undefined, isDocument: () => false };
  const notices = { current: () => [], revision: () => 0 };
  const pages = new PageCache({ lists, pictures, notices, now });
  const { signal } = new AbortController();
  const siteSearch: SiteSearch = new SiteSearch({
    lists,
    signal,
    sources: searchSources({
      content,
      addresses,
      documentTexts,
      readPage: (address) => renderer.finishedPage(address),
    }),
    meaning: createAliases(content.site),
    log,
    now,
  });
  const renderer = new PageRenderer({
    pages,
    notFoundPages: pages,
    assets,
    settings: SITE,
    isSample: false,
    pictures,
    documentTexts,
    notices,
    texts: localTexts(content, assets.manifest),
    now,
    lists,
    siteSearch,
    addresses,
    content,
    inlineStyles: createInlineStyles(
      assets,
      createSecurityHeaders({ siteUrl: SITE.siteUrl, hstsSeconds: 0, frameOrigins: [] }),
    ),
    log,
  });
  return {
    lists,
    addresses,
    renderer,
    signal,
    siteSearch,
    stop: async () => {
      await provider.close();
      await sample.stop();
    },
  };
}
