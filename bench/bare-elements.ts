import { Writable } from 'node:stream';
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { createElement, type ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/**
 * Makes a function that renders the elements of a page as a finished tree: without components, hooks,
 * routes and lists. It is what React itself takes for the page, and so the yardstick on any machine.
 */
export function bareElements(html: string): () => Promise<void> {
  const root = parse(html).childNodes.find((node) => defaultTreeAdapter.isElementNode(node));
  if (root === undefined) throw new Error('the page has no element');
  const tree = elementOf(root);
  return () =>
    new Promise((resolve, reject) => {
      const stream = renderToPipeableStream(tree, {
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: reject,
        onAllReady: () => {
          const sink = new Writable({ write: (_chunk, _encoding, next) => next() });
          stream.pipe(sink.on('finish', resolve));
        },
      });
    });
}

function elementOf(node: DefaultTreeAdapterTypes.Element): ReactNode {
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [propOf(name), value]));
  const children = node.childNodes.map((child) => {
    if (defaultTreeAdapter.isElementNode(child)) return elementOf(child);
    return defaultTreeAdapter.isTextNode(child) ? child.value : null;
  });
  return createElement(node.tagName, attributes, ...children);
}

function propOf(attribute: string): string {
  return attribute === 'class' ? 'className' : attribute;
}
