import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { renderToPipeableStream, renderToString, type PipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
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
            <Body />
          </Document>
        </PageProvider>
      </QueryClientProvider>
    </StaticRouter>
  );
}

/**
 * Renders a page whose lists are all known, in half the time of a stream and without any inline script.
 * @throws what a component threw: a half-rendered page is never sent or kept.
 */
export function renderWhole(rendering: Rendering): Buffer {
  if (!rendering.page.isWhole) throw new Error(`${rendering.page.path} waits for a list`);
  // Streams write the doctype, renderToString does not.
  return bytesOf(`<!DOCTYPE html>${renderToString(tree(rendering))}`);
}

const encoder = new TextEncoder();
/** Where pages are encoded before they are copied: else each one's length is counted first, a tenth of its time. */
let desk = new Uint8Array(512 * 1024);

function bytesOf(text: string): Buffer {
  const longest = 3 * text.length;
  if (desk.length < longest) desk = new Uint8Array(longest);
  const { written } = encoder.encodeInto(text, desk);
  return Buffer.from(desk.subarray(0, written));
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
