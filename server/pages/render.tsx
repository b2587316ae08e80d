import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, type PipeableStream } from 'react-dom/server';
import {
  StaticRouterProvider,
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { Graph } from 'schema-dts';
import { Document } from './Document.tsx';
import { PageProvider, type Page } from '../../client/page-context.tsx';
import type { Translation } from '../../client/texts.ts';
import { TranslationProvider } from '../../client/translation.tsx';
import type { Description } from '../../client/define-page.ts';
import type { Manifest } from '../http/assets.ts';

/** All that a page is rendered from. */
export type Rendering = {
  page: Page;
  translation: Translation;
  /** The routes from the frame to the page. */
  routes: RouteObject[];
  context: StaticHandlerContext;
  queryClient: QueryClient;
  manifest: Manifest;
  fullTitle: string;
  /** What the page says of the record that it is about. */
  description: Description | undefined;
  /** What a browser colours its frame around the page with. */
  themeColour: string;
  structuredData: Graph;
  isIndexed: boolean;
  /** Filled while it is rendered: pictures of which nothing is known yet. */
  unknownPictures: Set<string>;
};

/** React 19 moves sections over 12.8 kB to the end of the page, with inline scripts, by default. */
const NO_OUTLINING = Number.POSITIVE_INFINITY;

function documentOf(rendering: Rendering): ReactNode {
  const {
    page,
    translation,
    routes,
    context,
    queryClient,
    manifest,
    fullTitle,
    description,
    themeColour,
    structuredData,
    isIndexed,
  } = rendering;
  return (
    <QueryClientProvider client={queryClient}>
      <TranslationProvider value={translation}>
        <PageProvider value={page}>
          <Document
            page={page}
            manifest={manifest}
            fullTitle={fullTitle}
            description={description}
            themeColour={themeColour}
            structuredData={structuredData}
            isIndexed={isIndexed}
          >
            <StaticRouterProvider
              router={createStaticRouter(routes, context)}
              context={context}
              // The browser gets no router, so it needs nothing of this one.
              hydrate={false}
            />
          </Document>
        </PageProvider>
      </TranslationProvider>
    </QueryClientProvider>
  );
}

/**
 * Renders a page whose lists have all arrived, without any inline script.
 * @throws the first error of a component: a half-rendered page is never sent or cached.
 */
export function renderComplete(rendering: Rendering): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    function fail(error: unknown): void {
      hasFailed = true;
      reject(error instanceof Error ? error : new Error(String(error)));
    }
    const stream = renderToPipeableStream(documentOf(rendering), {
      progressiveChunkSize: NO_OUTLINING,
      onError: fail,
      onShellError: fail,
      onAllReady: () => {
        if (!hasFailed) stream.pipe(collector(resolve));
      },
    });
  });
}

/** Hands over all that is written to it, in one piece. */
function collector(done: (bytes: Buffer) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks));
      next();
    },
  });
}

/**
 * Begins a page of which some lists are still on their way; sections follow as they arrive, moved
 * into place by inline scripts that carry the nonce. Resolves when the frame is ready to be piped.
 * @throws when the frame itself cannot be rendered; a section that fails goes to `onError`.
 */
export function renderStreamed(
  rendering: Rendering,
  options: { nonce: string; onError: (error: unknown) => void },
): Promise<PipeableStream> {
  return new Promise((resolve, reject) => {
    /** React reports the frame's own error here too, before it says that the frame has failed. */
    const early: unknown[] = [];
    let isReady = false;
    const stream = renderToPipeableStream(documentOf(rendering), {
      nonce: options.nonce,
      progressiveChunkSize: NO_OUTLINING,
      onError: (error) => {
        if (isReady) options.onError(error);
        else early.push(error);
      },
      onShellError: reject,
      onShellReady: () => {
        isReady = true;
        for (const error of early) options.onError(error);
        resolve(stream);
      },
    });
  });
}
