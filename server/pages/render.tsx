import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { buffer } from 'node:stream/consumers';
import { renderToPipeableStream, type PipeableStream } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import {
  StaticRouterProvider,
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router-dom';
import { Document, type Head } from './Document.tsx';
import { PageProvider, type Page } from '../../client/page-context.tsx';
import { TranslationProvider } from '../../client/translation.tsx';
import type { Translation } from '../../shared/translation.ts';

export type Rendering = {
  page: Page;
  head: Head;
  translation: Translation;
  /** The routes from the frame to the page. */
  routes: RouteObject[];
  context: StaticHandlerContext;
  queryClient: QueryClient;
  /** Filled by the rendering: pictures without metadata. */
  unknownPictures: Set<string>;
  /** Revision of the urgent notices that the page shows. */
  noticesRevision: number;
};

/** React 19 moves sections over 12.8 kB to the end of the page, with inline scripts, by default. */
const NO_OUTLINING = Number.POSITIVE_INFINITY;

function buildDocument({ page, head, translation, routes, context, queryClient }: Rendering) {
  return (
    <QueryClientProvider client={queryClient}>
      <TranslationProvider value={translation}>
        <PageProvider value={page}>
          <Document page={page} head={head}>
            <StaticRouterProvider
              router={createStaticRouter(routes, context)}
              context={context}
              // The browser has no router.
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
 * @throws the first error of a component: an incomplete page is never sent or cached.
 */
export async function renderComplete(rendering: Rendering): Promise<Buffer> {
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(buildDocument(rendering), {
    progressiveChunkSize: NO_OUTLINING,
    onError: (error) => void errors.push(error),
  });
  if (errors.length > 0) throw errors[0];
  return buffer(prelude);
}

/**
 * Begins a page while some lists are pending; sections follow as lists arrive, moved into place by inline
 * scripts with the nonce. Resolves when the frame can be piped.
 * @throws when the frame cannot be rendered; errors of sections go to `onError`.
 */
export function renderStreamed(
  rendering: Rendering,
  options: { nonce: string; onError: (error: unknown) => void },
): Promise<PipeableStream> {
  return new Promise((resolve, reject) => {
    /** React reports an error of the frame here too, before `onShellError`. */
    const early: unknown[] = [];
    let isReady = false;
    const stream = renderToPipeableStream(buildDocument(rendering), {
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
