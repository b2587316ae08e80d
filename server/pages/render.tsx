import { Writable } from 'node:stream';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { renderToPipeableStream, renderToString, type PipeableStream } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { Document } from './Document.tsx';
import { PageProvider, type Page } from '../../client/page-context.tsx';
import type { Manifest } from '../web/assets.ts';

export type Rendering = {
  page: Page;
  Body: ComponentType;
  queryClient: QueryClient;
  manifest: Manifest;
  fullTitle: string;
  isIndexed: boolean;
};

/** React 19 outlines sections over 12.8 kB with inline scripts unless told not to (FINDINGS §2). */
const NO_OUTLINING = Number.POSITIVE_INFINITY;

function tree({ page, Body, queryClient, manifest, fullTitle, isIndexed }: Rendering): ReactNode {
  return (
    <StaticRouter location={page.path}>
      <QueryClientProvider client={queryClient}>
        <PageProvider value={page}>
          <Document page={page} manifest={manifest} fullTitle={fullTitle} isIndexed={isIndexed}>
            <Routes>
              <Route path="*" element={<Body />} />
            </Routes>
          </Document>
        </PageProvider>
      </QueryClientProvider>
    </StaticRouter>
  );
}

/** What React writes where a section failed or waits for something. */
const UNFINISHED_SECTION = '<!--$!-->';

/**
 * Renders a page whose lists are all known, without any inline script. `renderToString` takes half the
 * time of a stream, but hides a section's fault behind its fallback; so such a page is rendered again
 * by the way that tells the fault.
 * @throws what a component threw: a half-rendered page is never sent or kept.
 */
export async function renderWhole(rendering: Rendering): Promise<Buffer> {
  const html = renderToString(tree(rendering));
  if (html.includes(UNFINISHED_SECTION)) return renderPatiently(rendering);
  // Streams write it, renderToString does not.
  return Buffer.from(`<!DOCTYPE html>${html}`);
}

/** Renders a page and waits for all that it waits for. @throws the first fault of any section. */
function renderPatiently(rendering: Rendering): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let fault: unknown;
    const stream = renderToPipeableStream(tree(rendering), {
      progressiveChunkSize: NO_OUTLINING,
      onError: (error) => {
        fault ??= error;
      },
      onShellError: reject,
      onAllReady: () => {
        if (fault !== undefined) reject(fault);
        else stream.pipe(collect(resolve));
      },
    });
  });
}

function collect(done: (bytes: Buffer) => void): Writable {
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
 * @throws when the frame itself cannot be rendered; a failing section is told to `onError`.
 */
export function renderStreamed(
  rendering: Rendering,
  options: { nonce: string; onError: (error: unknown) => void },
): Promise<PipeableStream> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(tree(rendering), {
      nonce: options.nonce,
      progressiveChunkSize: NO_OUTLINING,
      onError: options.onError,
      onShellError: reject,
      onShellReady: () => resolve(stream),
    });
  });
}
