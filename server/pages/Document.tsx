import type { ReactNode } from 'react';
import { jsonForHtml } from '../../client/island.tsx';
import type { Description } from '../../client/define-page.ts';
import type { Page } from '../../client/page-context.tsx';
import { THEME_COLOURS } from '../../client/styles/theme-colours.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { SHARE_SIZE, sharePictureUrl } from '../../shared/pictures.ts';
import { calendarPath, FEED_TYPE, feedPath } from '../../shared/records/feed-paths.ts';
import { FEED_SEGMENTS } from '../../shared/records/registry.ts';
import { LANGUAGE_TAGS, LANGUAGES, otherLanguage } from '../../shared/languages.ts';
import type { Manifest } from '../http/assets.ts';

/** Longest description of a record, in characters: search engines show no more. */
const MAX_DESCRIPTION = 160;

export type Head = {
  manifest: Manifest;
  fullTitle: string;
  record: Description | undefined;
  structuredData: object;
  isIndexed: boolean;
};

type DocumentProps = { page: Page; head: Head; children: ReactNode };

export function Document({ page, head, children }: DocumentProps) {
  const { manifest, fullTitle, record, structuredData, isIndexed } = head;
  const { site } = page.content;
  const canonical = page.siteUrl + page.path;
  const description =
    excerpt(record?.text ?? '', MAX_DESCRIPTION) || site.campuses[page.campus].summary;
  const picture = record?.pictures.find((file) => !page.isDocument(file));
  return (
    <html
      lang={LANGUAGE_TAGS[page.language].html}
      data-campus={page.campus}
      // What is said about a day is of this one (client/scripts/today.ts).
      data-day={page.today}
    >
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
        {isIndexed && <LanguageLinks page={page} />}
        {/* With a precedence React writes it before the title. Its fonts follow it: they would delay the first paint. */}
        <link rel="stylesheet" href={manifest.css} precedence="site" />
        <script type="module" async src={manifest.entry} />
        <link rel="icon" type="image/svg+xml" href={page.picture('favicon.svg').src} />
        <link rel="alternate" type={FEED_TYPE} title={`${site.shortName} news`} href="/feed.xml" />
        <FeedLinks page={page} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content={THEME_COLOURS.brandDeep} />
        <meta name="school-code" content={page.schoolCode} />
        <meta property="og:type" content={record === undefined ? 'website' : 'article'} />
        {page.language === 'hi' && <LocaleNames />}
        <meta property="og:site_name" content={site.name} />
        <meta property="og:title" content={record?.name ?? fullTitle} />
        <meta property="og:description" content={description} />
        {isIndexed && <meta property="og:url" content={canonical} />}
        <meta
          property="og:image"
          content={
            page.siteUrl +
            (picture === undefined ? page.picture('share.jpg').src : sharePictureUrl(picture))
          }
        />
        <meta property="og:image:width" content={String(SHARE_SIZE.width)} />
        <meta property="og:image:height" content={String(SHARE_SIZE.height)} />
        <meta property="og:image:alt" content={record?.name ?? site.name} />
        <meta name="twitter:card" content="summary_large_image" />
        <script type="application/ld+json">{jsonForHtml(structuredData)}</script>
      </head>
      <body data-texts={JSON.stringify(page.hindiTexts('enhance'))}>{children}</body>
    </html>
  );
}

function LanguageLinks({ page: { siteUrl, path, otherLanguagePath, language } }: { page: Page }) {
  if (otherLanguagePath === null) return null;
  const paths = { [language]: path, [otherLanguage(language)]: otherLanguagePath };
  return (
    <>
      {LANGUAGES.map((each) => (
        <link
          key={each}
          rel="alternate"
          hrefLang={LANGUAGE_TAGS[each].region}
          href={siteUrl + (paths[each] ?? path)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={siteUrl + (paths['en'] ?? path)} />
    </>
  );
}

/** Link previews take a page without them for English. */
function LocaleNames() {
  return (
    <>
      <meta property="og:locale" content={LANGUAGE_TAGS.hi.locale} />
      <meta property="og:locale:alternate" content={LANGUAGE_TAGS.en.locale} />
    </>
  );
}

/** The campus's feeds and calendar, which browsers and readers find by their types. */
function FeedLinks({ page: { campus, content } }: { page: Page }) {
  const { shortName, campuses } = content.site;
  const name = `${shortName} ${campuses[campus].label}`;
  return (
    <>
      {FEED_SEGMENTS.map((segment) => (
        <link
          key={segment}
          rel="alternate"
          type={FEED_TYPE}
          title={`${name}: ${segment}`}
          href={feedPath(campus, segment)}
        />
      ))}
      <link
        rel="alternate"
        type="text/calendar"
        title={`${name}: Events`}
        href={calendarPath(campus)}
      />
    </>
  );
}
