import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Router } from 'express';
import { afterAll, beforeAll, inject, onTestFinished, vi } from 'vitest';
import { createApp } from '../../server/app.ts';
import { loadSettings } from '../../server/config.ts';
import { loadContent } from '../../server/content/content.ts';
import { listen, listenForAdmin } from '../../server/process.ts';
import { freePort } from './free-port.ts';
import { TestProvider } from './providers/test-provider.ts';
import { cacheFolder } from '../../server/provider/cache-folder.ts';
import type { ListCache } from '../../server/provider/list-cache.ts';
import { loadDocumentTexts } from '../../server/publication/document-texts.ts';
import { loadPublication } from '../../server/publication/publication.ts';
import { loadAssets } from '../../server/http/assets.ts';
import type { Content } from '../../shared/content.ts';
import { COMPLETE_LISTS, type ListName } from '../../shared/records/provider-lists.ts';
import { contentWith } from './content-with.ts';
import { SOON } from './effort.ts';
import { endServer } from './listening.ts';
import { createTestLog } from './test-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const CONTENT_FOLDER = contentWith();
const DIST_FOLDER = resolve('dist');

/** Read once in each process: that takes half the time of a start. */
let loadedContent: Promise<Content> | undefined;
let loadedBuild: ReturnType<typeof loadBuild> | undefined;

function loadBuild() {
  const { folder } = loadPublication(DIST_FOLDER);
  return {
    folder,
    assets: loadAssets(DIST_FOLDER, folder),
    documentTexts: loadDocumentTexts(folder),
  };
}

export type TestSite = Awaited<ReturnType<typeof startSite>>;

/** Rows of the provider by list. */
export type Lists = Partial<Record<ListName, readonly object[]>>;

export type SiteOptions = {
  /** More settings, by their names in the environment. */
  environment?: Readonly<Record<string, string>>;
  now?: () => Date;
  /** A provider and data folder of an earlier site, for restarts. */
  provider?: TestProvider;
  dataDir?: string;
  /** What a provider of its own has before `lists`; by default all of the sample. */
  providerHas?: 'nothing';
  /** In place of the sample's. */
  lists?: Lists;
  /** Called before the first request to the provider. */
  prepare?: (provider: TestProvider) => void | Promise<void>;
  /** The lists are known before the first request: a page whose lists are late is streamed, and reads otherwise. */
  hasLists?: boolean;
  /** Pictures that other tests of this run have had made, for tests that only look at them. */
  sharesPictures?: boolean;
  isSample?: boolean;
  /** A folder like content/, instead of it; its pictures are those of content/. */
  contentFolder?: string;
  /** What another build has made, instead of dist/. */
  distFolder?: string;
  /** What the school has written, changed. */
  content?: (content: Content) => Content;
  /** Runs before the site's own routes. */
  routes?: Router;
};

/** The real site over a real provider, both on loopback ports of their own. */
export async function startSite(options: SiteOptions = {}) {
  const now = options.now ?? (() => new Date());
  const { log, lines } = createTestLog();
  const contentFolder = options.contentFolder ?? CONTENT_FOLDER;
  const dataDir = options.dataDir ?? temporaryFolder();
  const has = options.providerHas;
  const provider = options.provider ?? (await TestProvider.start({ now, has }));
  for (const [name, rows] of Object.entries(options.lists ?? {}))
    provider.setList(name as ListName, rows);
  await options.prepare?.(provider);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = loadSettings({
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: url,
    PROVIDER_URL: provider.url,
    DATA_DIR: dataDir,
    // Tests of it turn it on: others count the requests to the provider.
    PICTURES_AHEAD: 'off',
    // The browser's cache would replace the site; the tests of it set 'on'.
    SERVICE_WORKER: 'off',
    ...options.environment,
  });
  const cache = cacheFolder(dataDir, {
    providerUrl: options.isSample === true ? null : (settings.providerUrl ?? provider.url),
    schoolCode: settings.schoolCode,
  });
  if (options.sharesPictures ?? false) {
    mkdirSync(cache, { recursive: true });
    symlinkSync(inject('pictures'), join(cache, 'images'));
  }
  const written = await (contentFolder === CONTENT_FOLDER
    ? (loadedContent ??= loadContent(CONTENT_FOLDER))
    : loadContent(contentFolder));
  const content = options.content?.(structuredClone(written)) ?? written;
  const { folder: published, assets, documentTexts } = (loadedBuild ??= loadBuild());
  let lists: ListCache | undefined;
  const app = createApp({
    settings: { ...settings, providerUrl: settings.providerUrl ?? provider.url },
    content,
    publication: {
      id: 'of-test',
      at: '2026-11-24T04:30:00Z',
      folder: contentFolder,
      readRejected: () => Promise.resolve(null),
    },
    assets: options.distFolder === undefined ? assets : loadAssets(options.distFolder, published),
    documentTexts,
    log,
    now,
    isSample: options.isSample ?? false,
    testRoutes(ofSite) {
      lists = ofSite;
      return options.routes ?? Router();
    },
  });
  if (options.hasLists ?? false)
    await Promise.all(COMPLETE_LISTS.map(async (name) => await lists?.get(name)));
  await listenForAdmin(app.admin, settings);
  await listen(app.server, settings);

  /** Stops the site only, as a restart does. */
  async function stop(): Promise<void> {
    await endServer(app.server);
    await app.close();
  }

  return {
    url,
    provider,
    app,
    /** What the school has written, as the site shows it. */
    content,
    /** Every line that the site has logged. */
    lines,
    dataDir,
    /** Its folder of the provider's lists and pictures. */
    cache,
    /** Resolves when no list is requested or written to disk. */
    async settled() {
      await lists?.settled();
    },
    stop,
    /** Stops the site and its provider. */
    async close() {
      await stop();
      await provider.stop();
    },
  };
}

/** The site of all tests of a file or `describe`: it starts before the first and is closed after the last. */
export function sharedSite(options: SiteOptions = {}): TestSite {
  const site = {} as TestSite;
  beforeAll(async () => void Object.assign(site, await startSite(options)));
  afterAll(() => site.close());
  return site;
}

/** Resolves when the lists of a page are known and the page is cached. */
export async function untilCached({ url }: TestSite, path: string): Promise<void> {
  const isCached = async () => {
    const response = await fetch(url + path);
    await response.text();
    return response.headers.get('cache-status') === 'gis; hit';
  };
  await vi.waitUntil(isCached, SOON);
}

/** A site of one test, which closes it. */
export async function siteOfTest(options: SiteOptions = {}): Promise<TestSite> {
  const site = await startSite(options);
  onTestFinished(() => site.close());
  return site;
}
