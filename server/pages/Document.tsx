import type { ReactNode } from 'react';
import { jsonForHtml } from '../../client/island.tsx';
import type { Page } from '../../client/page-context.tsx';
import { searchString } from '../../shared/search.ts';
import type { Manifest } from '../web/assets.ts';

type DocumentOptions = {
  page: Page;
  manifest: Manifest;
  /** Text of `<title>`. */
  fullTitle: string;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  children: ReactNode;
};

/** The complete HTML document around a page. */
export function Document({ page, manifest, fullTitle, isIndexed, children }: DocumentOptions) {
  const { site } = page.content;
  const { id } = page.search;
  const canonical = page.siteUrl + page.path + searchString(id === undefined ? {} : { id });
  const description = site.campuses[page.campus].summary;
  return (
    <html lang="en-IN" data-campus={page.campus}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{fullTitle}</title>
        <meta name="description" content={description} />
        {isIndexed ? (
          <link rel="canonical" href={canonical} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        {Object.values(manifest.fonts).map((url) => (
          <link
            key={url}
            rel="preload"
            as="font"
            type="font/woff2"
            href={url}
            crossOrigin="anonymous"
          />
        ))}
        <link rel="stylesheet" href={manifest.css} />
        <script type="module" async src={manifest.entry} />
        <link rel="icon" type="image/svg+xml" href={page.picture('favicon.svg').src} />
        <link
          rel="alternate"
          type="application/rss+xml"
          title={`${site.shortName} news`}
          href="/feed.xml"
        />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content="#1b1a4b" />
        <meta name="school-code" content={page.schoolCode} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:title" content={fullTitle} />
        <meta property="og:description" content={description} />
        {isIndexed && <meta property="og:url" content={canonical} />}
        <meta property="og:image" content={page.siteUrl + page.picture('share.jpg').src} />
        <script type="application/ld+json">{jsonForHtml(schoolData(page))}</script>
      </head>
      <body>{children}</body>
    </html>
  );
}

/** The school for search engines, as schema.org/School. */
function schoolData({ content: { site }, campus, siteUrl, picture }: Page): object {
  const { address, phone, email } = site.campuses[campus];
  return {
    '@context': 'https://schema.org',
    '@type': 'School',
    name: `${site.name}, ${site.campuses[campus].label}`,
    url: siteUrl,
    logo: siteUrl + picture(site.logo).src,
    address: address.join(', '),
    ...(phone === undefined ? {} : { telephone: phone }),
    ...(email === undefined ? {} : { email }),
  };
}
