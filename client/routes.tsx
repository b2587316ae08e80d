import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, NonIndexRouteObject, RouteObject } from 'react-router-dom';
import type { PageModule } from './define-page.ts';
import { addedPage } from './pages/added-page.tsx';
import { admission, career } from './pages/enquiry-pages.tsx';
import { chooser } from './pages/Chooser.tsx';
import { contact } from './pages/Contact.tsx';
import { documentPage, documents } from './pages/Documents.tsx';
import { erpSoftware } from './pages/ErpSoftware.tsx';
import { eventCalendar } from './records/events/EventCalendar.tsx';
import {
  accessibility,
  extraCurricularActivity,
  infrastructure,
  lifeAtGis,
  privacy,
  safetySecurity,
} from './pages/feature-pages.tsx';
import { fees } from './pages/Fees.tsx';
import { campusHomes, homeWithChooser } from './pages/Home.tsx';
import {
  academicHeadMessage,
  chairmanMessage,
  chairpersonMessage,
  principalMessage,
} from './pages/LeaderMessage.tsx';
import { mandatoryDisclosure } from './pages/MandatoryDisclosure.tsx';
import { mission } from './pages/Mission.tsx';
import { notFound } from './pages/error-pages.tsx';
import { offline } from './pages/Offline.tsx';
import { OFFLINE_PAGE } from './scripts/offline/offline-limits.ts';
import { RECORD_PAGES } from './pages/record-pages.tsx';
import { search } from './pages/Search.tsx';
import { subGallery } from './records/gallery/AlbumPage.tsx';
import { sports } from './pages/Sports.tsx';
import { transferCertificate } from './pages/TransferCertificate.tsx';
import { vision } from './pages/Vision.tsx';
import { Layout } from './parts/Layout.tsx';
import { listQuery } from './queries.ts';
import {
  CAMPUS_TABLE,
  campusPath,
  CAMPUSES,
  MAIN_CAMPUS,
  pathSpellings,
  type Campus,
} from '../shared/campuses.ts';
import type { Content } from '../shared/content.ts';
import { documentSegment, documentsOf } from '../shared/documents.ts';
import { englishPath, type Language } from '../shared/languages.ts';
import type { ListName } from '../shared/records/provider-lists.ts';

/** The keys are path segments as the specification spells them. */
const CAMPUS_PAGES: Readonly<Record<string, PageModule>> = {
  Vision: vision,
  Mission: mission,
  ChairmanMessage: chairmanMessage,
  ChairpersonMessage: chairpersonMessage,
  AcademicHeadMessage: academicHeadMessage,
  PrincipalMessage: principalMessage,
  LifeatGis: lifeAtGis,
  SafetySecurity: safetySecurity,
  Infrastructure: infrastructure,
  ExtraCurricularActivity: extraCurricularActivity,
  Sports: sports,
  'Events/Calendar': eventCalendar,
  SubGallery: subGallery,
  Search: search,
  Tc: transferCertificate,
  ErpSoftware: erpSoftware,
  MandatoryDisclosure: mandatoryDisclosure,
  Documents: documents,
  Fees: fees,
  Career: career,
  Admission: admission,
  Contact: contact,
  Privacy: privacy,
  Accessibility: accessibility,
  [OFFLINE_PAGE]: offline,
};

export const RECORD_PARAMS = '/:id/:slug?';

/** `path` is canonical; that of a record page ends before the id. */
export type PageAddress = {
  /** Begins with the prefix of its language. */
  path: string;
  campus: Campus;
  language: Language;
  page: PageModule;
};

/** A React Router route of one page. */
export type SiteRoute = NonIndexRouteObject & { path: string; handle: PageAddress };

export type ContentPages = Pick<Content, 'addedPages' | 'documents' | 'hindi'>;

/** The only list of pages. Hindi pages are below a `basename`; letter case never matters. */
export function createRoutes(content: ContentPages): SiteRoute[] {
  return [
    pageRoute(MAIN_CAMPUS, '/', homeWithChooser),
    pageRoute(MAIN_CAMPUS, '/Campus', chooser),
    ...CAMPUSES.flatMap((campus) => [
      ...homeRoutes(campus),
      ...campusPages(campus, content).flatMap((route) =>
        pathSpellings(campus, route.path).map((path) => ({ ...route, path })),
      ),
    ]),
  ];
}

/** `/nekhpur` and `/nekhpur/Home` lead home too. */
function homeRoutes(campus: Campus): SiteRoute[] {
  const { prefix, home } = CAMPUS_TABLE[campus];
  const route = pageRoute(campus, home, campusHomes[campus]);
  const others = prefix === '' ? [] : [prefix, campusPath(campus, 'Home')];
  const paths = others.flatMap((path) => pathSpellings(campus, path));
  return [route, ...paths.map((path) => ({ ...route, path }))];
}

/** Shows the page of a route in the frame. */
export function inFrame(route: SiteRoute): RouteObject[] {
  return [{ Component: Layout, children: [route] }];
}

function campusPages(campus: Campus, { addedPages, documents: files }: ContentPages): SiteRoute[] {
  const route = (segment: string, page: PageModule) =>
    pageRoute(campus, campusPath(campus, segment), page);
  return [
    ...Object.entries(CAMPUS_PAGES).map(([segment, page]) => route(segment, page)),
    ...Object.entries(RECORD_PAGES).flatMap(([segment, { list, record }]) => [
      route(segment, list),
      route(segment, record),
    ]),
    ...addedPages
      .filter((page) => page.campus === campus)
      .map((page) => route(page.name, addedPage(page))),
    ...documentsOf(campus, files).map((file) =>
      route(documentSegment(file.file), documentPage(file)),
    ),
    // No menu has the path of the 404 page.
    { ...route('404', notFound), path: campusPath(campus, '*') },
  ];
}

function pageRoute(campus: Campus, path: string, page: PageModule): SiteRoute {
  return routeTo({ campus, path, page, language: 'en' });
}

/** A route that leads to one page; that of a record page takes an id. */
export function routeTo(handle: PageAddress): SiteRoute {
  const { page } = handle;
  const path = englishPath(handle.path) + (page.subject?.namedIn === 'path' ? RECORD_PARAMS : '');
  return { path, handle, loader: listLoader(page.lists), Component: page.Component };
}

/** Starts the lists concurrently. Records reach components through the request's QueryClient. */
function listLoader(names: readonly ListName[]) {
  return ({ context: queryClient }: LoaderFunctionArgs<QueryClient>): null => {
    for (const name of names) void queryClient.prefetchQuery(listQuery(name));
    return null;
  };
}
