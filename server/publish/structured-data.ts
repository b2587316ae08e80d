import type { Description } from '../../client/define-page.ts';
import type { Page } from '../../client/page-context.tsx';
import type { Translation } from '../../shared/translation.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { CAMPUS_TABLE, campusPath } from '../../shared/campuses.ts';
import { instantText, readEventTimes } from '../../shared/event-times.ts';
import { englishPath, LANGUAGE_TAGS, localPath } from '../../shared/languages.ts';
import { openVacancies } from '../../shared/vacancies.ts';
import { fileUrl } from '../../shared/links.ts';

/** Longest headline that search engines take, in characters. */
const MAX_HEADLINE = 110;
const MAX_DESCRIPTION = 500;
/** Most pictures of an album that are named. */
const MAX_PICTURES = 20;

type StructuredDataOptions = {
  page: Page;
  translation: Translation;
  record: Description | undefined;
  /** Whether it is below a home page, and for search engines to list. */
  hasBreadcrumb: boolean;
};

/**
 * What a page is about in the vocabulary of schema.org, for search engines: the school, the way to the page, its
 * record. JSON leaves out what is undefined.
 */
export function buildStructuredData(options: StructuredDataOptions): object {
  const { page, record, hasBreadcrumb } = options;
  const isHome = englishPath(page.path) === CAMPUS_TABLE[page.campus].home;
  // Search engines need the day of an event.
  const isShown =
    record !== undefined && (record.thing.type !== 'Event' || record.thing.day !== null);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      buildSchool(page),
      ...(isHome ? [buildWebsite(page)] : []),
      ...(hasBreadcrumb ? [buildBreadcrumbs(options)] : []),
      ...(isShown ? [buildRecord(page, record)] : []),
      ...(page.path.endsWith('/Career') ? buildJobs(page) : []),
    ],
  };
}

function buildSchool(page: Page) {
  const { content, campus, siteUrl, picture } = page;
  const { phone, email } = content.site.campuses[campus];
  return {
    ...schoolName(page),
    logo: siteUrl + picture(content.site.logo).src,
    address: buildAddress(page),
    telephone: phone,
    email,
  };
}

/** The school where something else names it. */
function schoolName({ content: { site }, campus, language, siteUrl }: Page) {
  const { home } = CAMPUS_TABLE[campus];
  return {
    '@type': 'School',
    '@id': `${siteUrl}${home}#school`,
    name: `${site.name}, ${site.campuses[campus].label}`,
    url: siteUrl + localPath(language, home),
  };
}

/** The name of the whole site: from a home page, which engines look at for it. */
function buildWebsite({ content: { site }, language, siteUrl }: Page) {
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: site.name,
    url: siteUrl + localPath(language, '/'),
    inLanguage: LANGUAGE_TAGS[language].region,
  };
}

function buildAddress({ content: { site }, campus }: Page) {
  const { address } = site.campuses[campus];
  return { '@type': 'PostalAddress', streetAddress: address.join(', '), addressCountry: 'IN' };
}

function buildBreadcrumbs({ page, translation, record }: StructuredDataOptions) {
  const { campus, siteUrl, title, path } = page;
  const { t, path: localised } = translation;
  const home = { name: t('Home'), path: localised(CAMPUS_TABLE[campus].home) };
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

function buildRecord(page: Page, record: Description) {
  const { name, text, pictures, thing } = record;
  const image = pictures
    .filter((file) => !page.isDocument(file))
    .slice(0, MAX_PICTURES)
    .map((file) => page.siteUrl + fileUrl(file));
  return {
    '@type': thing.type,
    name,
    url: page.siteUrl + page.path,
    description: excerpt(text, MAX_DESCRIPTION) || undefined,
    image: image.length === 0 ? undefined : image,
    ...(thing.type === 'Event' ? buildEvent(page, record) : buildPublication(page, record)),
  };
}

/** The vacancies above the form. */
function buildJobs(page: Page) {
  const { campus, content, today } = page;
  return openVacancies(content.office.vacancies, campus, today).map((vacancy) => ({
    '@type': 'JobPosting',
    title: `${vacancy.post}, ${vacancy.subject}`,
    description: vacancy.text,
    datePosted: vacancy.published,
    validThrough: `${vacancy.lastDay}T23:59:59+05:30`,
    hiringOrganization: schoolName(page),
    jobLocation: { '@type': 'Place', address: buildAddress(page) },
    directApply: true,
    url: page.siteUrl + page.path,
  }));
}

/** When and where; the day alone where the provider's words are no time. */
function buildEvent(page: Page, { thing: { day, time, venue } }: Description) {
  const school = schoolName(page);
  const times = day === null ? null : readEventTimes(time);
  const at = (minutes: number) => day && instantText(day, minutes);
  return {
    startDate: times === null ? day : at(times.start),
    endDate: times === null ? undefined : at(times.end),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: venue || school.name, address: buildAddress(page) },
    organizer: school,
  };
}

/** A news item, a notice or an album. */
function buildPublication(page: Page, { name, thing: { day } }: Description) {
  const school = schoolName(page);
  return {
    headline: excerpt(name, MAX_HEADLINE),
    mainEntityOfPage: page.siteUrl + page.path,
    datePublished: day === null ? undefined : `${day}T00:00:00+05:30`,
    inLanguage: LANGUAGE_TAGS[page.language].region,
    author: school,
    publisher: school,
  };
}
