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
import { farrukhabadHome, homeWithChooser, nekpurHome } from './pages/Home.tsx';
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
import { RECORD_PAGES } from './pages/record-pages.tsx';
import { search } from './pages/Search.tsx';
import { subGallery } from './records/gallery/AlbumPage.tsx';
import { sports } from './pages/Sports.tsx';
import { transferCertificate } from './pages/TransferCertificate.tsx';
import { vision } from './pages/Vision.tsx';
import { Layout } from './parts/Layout.tsx';
import { listQuery } from './queries.ts';
import { CAMPUS_ROUTES, campusPath, type Campus } from '../shared/campuses.ts';
import type { Content } from '../shared/content.ts';
import { documentSegment, documentsOf } from '../shared/documents.ts';
import type { Language } from '../shared/languages.ts';
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
  Offline: offline,
};

export const RECORD_PARAMS = '/:id/:slug?';

/** `path` is canonical; that of a record page ends before the id. */
export type PageAddress = {
  /** It has the prefix of its language. */
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
  const home = pageRoute('NEKPUR', CAMPUS_ROUTES.NEKPUR.home, nekpurHome);
  const nekpurPages = campusPages('NEKPUR', content);
  return [
    pageRoute('FARRUKHABAD', '/', homeWithChooser),
    pageRoute('FARRUKHABAD', '/Campus', chooser),
    pageRoute('FARRUKHABAD', CAMPUS_ROUTES.FARRUKHABAD.home, farrukhabadHome),
    ...campusPages('FARRUKHABAD', content),
    home,
    ...['/nekhpur', '/nekhpur/Home', '/nekpur', '/nekpur/Home'].map((path) => ({ ...home, path })),
    ...nekpurPages,
    // The other spelling leads to the same pages.
    ...nekpurPages.map((route) => ({ ...route, path: route.path.replace('/nekhpur', '/nekpur') })),
  ];
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
      { ...route(segment, record), path: campusPath(campus, segment + RECORD_PARAMS) },
    ]),
    ...addedPages
      .filter((page) => page.campus === campus)
      .map((page) => route(page.name, addedPage(page))),
    ...documentsOf(campus, files).map((file) =>
      route(documentSegment(file.file), documentPage(file)),
    ),
    // Its own path is one that no menu has.
    { ...route('404', notFound), path: campusPath(campus, '*') },
  ];
}

function pageRoute(campus: Campus, path: string, page: PageModule): SiteRoute {
  const handle: PageAddress = { campus, path, page, language: 'en' };
  return { path, handle, loader: listLoader(page.lists), Component: page.Component };
}

/** Starts the lists concurrently. Records reach components through the request's QueryClient. */
function listLoader(names: readonly ListName[]) {
  return ({ context: queryClient }: LoaderFunctionArgs<QueryClient>): null => {
    for (const name of names) void queryClient.prefetchQuery(listQuery(name));
    return null;
  };
}
