import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { PageProvider, type Page } from '../../client/page-context.tsx';

type Html = { __html: string };

export type KeptParts = (page: Page, Part: ComponentType) => Html;

/**
 * The HTML of parts that depend on nothing but their page's path: the menu, the footer, fixed links.
 * They are a quarter of a home page's elements, and React makes each part of each path once.
 */
export function createKeptParts(): KeptParts {
  const byPath = new Map<string, Map<ComponentType, Html>>();
  return (page, Part) => {
    const ofPath = byPath.get(page.path) ?? new Map<ComponentType, Html>();
    byPath.set(page.path, ofPath);
    const known = ofPath.get(Part);
    if (known !== undefined) return known;
    const html = {
      __html: renderToStaticMarkup(
        <StaticRouter location={page.path}>
          <PageProvider value={page}>
            <Part />
          </PageProvider>
        </StaticRouter>,
      ),
    };
    ofPath.set(Part, html);
    return html;
  };
}
