import type {
  Article,
  BreadcrumbList,
  Event,
  Graph,
  ImageGallery,
  NewsArticle,
  Place,
  PostalAddress,
  School,
  SearchAction,
  Thing,
  WebSite,
  WithActionConstraints,
} from 'schema-dts';
import type { Description } from '../../client/define-page.ts';
import type { Page } from '../../client/page-context.tsx';
import type { Translation } from '../../client/translation.tsx';
import { excerpt } from '../../client/parts/excerpt.ts';
import { CAMPUS_ROUTES, campusPath } from '../../shared/campuses.ts';
import type { Day } from '../../shared/dates.ts';
import { englishPath, LANGUAGE_TAGS, localPath } from '../../shared/languages.ts';
import { fileUrl } from '../../shared/links.ts';

/** Longest headline that search engines take, in characters. */
const MAX_HEADLINE = 110;
const MAX_DESCRIPTION = 500;
/** Most pictures of a gallery that are named; the sitemap has more of them. */
const MAX_PICTURES = 20;

type StructuredDataOptions = {
  page: Page;
  translation: Translation;
  record: Description | undefined;
  /** Whether it is below a home page, and for search engines to list. */
  hasBreadcrumb: boolean;
};

/** What a page is about in the vocabulary of schema.org, for search engines: the school, the way to the page, its record. */
export function structuredDataOf({
  page,
  translation,
  record,
  hasBreadcrumb,
}: StructuredDataOptions): Graph {
  const things: Thing[] = [schoolOf(page)];
  if (englishPath(page.path) === CAMPUS_ROUTES[page.campus].home) things.push(websiteOf(page));
  if (hasBreadcrumb) things.push(breadcrumbsOf(page, translation, record));
  if (record !== undefined) things.push(...recordOf(page, record));
  return { '@context': 'https://schema.org', '@graph': things };
}

function schoolOf(page: Page): Exclude<School, string> {
  const { content, campus, siteUrl, picture } = page;
  const { site } = content;
  const { phone, email } = site.campuses[campus];
  return {
    ...schoolName(page),
    logo: siteUrl + picture(site.logo).src,
    address: addressOf(page),
    ...(phone === undefined ? {} : { telephone: phone }),
    ...(email === undefined ? {} : { email }),
  };
}

/** The school where something else names it. */
function schoolName({ content: { site }, campus, language, siteUrl }: Page) {
  const { home } = CAMPUS_ROUTES[campus];
  const url = siteUrl + localPath(language, home);
  return {
    '@type': 'School',
    '@id': `${siteUrl}${home}#school`,
    name: `${site.name}, ${site.campuses[campus].label}`,
    url,
  } as const;
}

/** The whole site, and how it is searched: from a home page, which engines look at for it. */
function websiteOf({
  content: { site },
  campus,
  language,
  siteUrl,
}: Page): Exclude<WebSite, string> {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${siteUrl}${localPath(language, campusPath(campus, 'Search'))}?q={text}`,
    },
    'query-input': 'required name=text',
  };
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: site.name,
    url: siteUrl + localPath(language, '/'),
    inLanguage: LANGUAGE_TAGS[language].region,
    potentialAction: search,
  };
}

function addressOf({ content: { site }, campus }: Page): PostalAddress {
  const { address } = site.campuses[campus];
  return { '@type': 'PostalAddress', streetAddress: address.join(', '), addressCountry: 'IN' };
}

function breadcrumbsOf(
  { campus, siteUrl, title, path }: Page,
  { t, path: localised }: Translation,
  record: Description | undefined,
): BreadcrumbList {
  const home = { name: t('Home'), path: localised(CAMPUS_ROUTES[campus].home) };
  const steps =
    record === undefined
      ? [home, { name: title, path }]
      : [
          home,
          { name: record.parent.title, path: localised(campusPath(campus, record.parent.segment)) },
          { name: record.name, path },
        ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: siteUrl + step.path,
    })),
  };
}

function recordOf(page: Page, record: Description): Thing[] {
  const { name, thing } = record;
  const url = page.siteUrl + page.path;
  const text = excerpt(record.text, MAX_DESCRIPTION);
  const pictures = record.pictures
    .slice(0, MAX_PICTURES)
    .map((file) => page.siteUrl + fileUrl(file));
  const common = {
    url,
    ...(text === '' ? {} : { description: text }),
  };
  const written = {
    ...common,
    ...(thing.day === null ? {} : { datePublished: `${thing.day}T00:00:00+05:30` }),
    inLanguage: LANGUAGE_TAGS[page.language].region,
    publisher: schoolName(page),
  };
  switch (thing.type) {
    case 'Event':
      // Search engines need the day.
      return thing.day === null
        ? []
        : [{ ...eventOf(page, thing.day, thing.venue), ...common, name, ...imageOf(pictures) }];
    case 'ImageGallery':
      return [
        {
          '@type': 'ImageGallery',
          ...written,
          name,
          image: pictures.map((contentUrl) => ({ '@type': 'ImageObject', contentUrl })),
        } satisfies ImageGallery,
      ];
  }
  return [
    {
      '@type': thing.type,
      ...written,
      ...imageOf(pictures),
      headline: excerpt(name, MAX_HEADLINE),
      mainEntityOfPage: url,
      author: schoolName(page),
    } satisfies NewsArticle | Article,
  ];
}

function imageOf(pictures: readonly string[]) {
  return pictures.length === 0 ? {} : { image: pictures };
}

/** When and where. Times of day are words of the provider: the day alone is certain. */
function eventOf(page: Page, day: Day, venue: string) {
  const school = schoolName(page);
  const location: Place = {
    '@type': 'Place',
    name: venue || school.name,
    address: addressOf(page),
  };
  return {
    '@type': 'Event',
    startDate: day,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location,
    organizer: school,
  } satisfies Event;
}
