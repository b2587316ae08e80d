import type { IndexRouteObject, LoaderFunctionArgs, NonIndexRouteObject } from 'react-router-dom';
import type { PageModule } from './define-page.ts';
import { admission } from './pages/Admission.tsx';
import { career } from './pages/Career.tsx';
import { chooser } from './pages/Chooser.tsx';
import { erpSoftware } from './pages/ErpSoftware.tsx';
import { events } from './pages/Events.tsx';
import { extraCurricularActivity } from './pages/ExtraCurricularActivity.tsx';
import { gallery } from './pages/Gallery.tsx';
import { farrukhabadHome, homeWithChooser, nekpurHome } from './pages/Home.tsx';
import { infrastructure } from './pages/Infrastructure.tsx';
import {
  academicHeadMessage,
  chairmanMessage,
  chairpersonMessage,
  principalMessage,
} from './pages/LeaderMessage.tsx';
import { lifeAtGis } from './pages/LifeAtGis.tsx';
import { mandatoryDisclosure } from './pages/MandatoryDisclosure.tsx';
import { mission } from './pages/Mission.tsx';
import { news } from './pages/News.tsx';
import { notFound } from './pages/NotFound.tsx';
import { safetySecurity } from './pages/SafetySecurity.tsx';
import { serverError } from './pages/ServerError.tsx';
import { sports } from './pages/Sports.tsx';
import { subGallery } from './pages/SubGallery.tsx';
import { transferCertificate } from './pages/TransferCertificate.tsx';
import { vision } from './pages/Vision.tsx';
import { Layout } from './parts/Layout.tsx';
import { preloadLists, type PreloadContext } from './queries.ts';
import { CAMPUS_ROUTES, campusPath, type Campus } from '../shared/campuses.ts';
import type { ListName } from '../shared/provider-lists.ts';

/** The pages that both campuses have, by path segment as the specification spells it. */
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
  Events: events,
  Gallery: gallery,
  SubGallery: subGallery,
  News: news,
  Tc: transferCertificate,
  ErpSoftware: erpSoftware,
  MandatoryDisclosure: mandatoryDisclosure,
  Career: career,
  Admission: admission,
};

/** Read by the header of every page. */
export const FRAME_LISTS: readonly ListName[] = ['highlight'];

/** Id of the route in whose place the server error page is shown. */
export const PAGES_ROUTE_ID = 'pages';

/** A page on a campus, at its canonical path. */
export type PageAddress = { path: string; campus: Campus; page: PageModule };

/** A route object of React Router; a page's has its address as `handle`. */
export type SiteRoute = (
  | IndexRouteObject
  | (Omit<NonIndexRouteObject, 'children'> & { children?: SiteRoute[] })
) & { handle?: PageAddress };

const nekpurHomeAddress = addressOf('NEKPUR', CAMPUS_ROUTES.NEKPUR.home, nekpurHome);

/** `/nekhpur/…` and its other spelling answer the same pages; letter case never matters. */
const nekpurRoutes: SiteRoute[] = [
  { index: true, ...pageRoute(nekpurHomeAddress) },
  { path: 'Home', ...pageRoute(nekpurHomeAddress) },
  ...campusPages('NEKPUR'),
  notFoundRoute('NEKPUR'),
];

/** Every page of the site: frame, campus, page. The only list of them. */
export const routes: SiteRoute[] = [
  {
    Component: Layout,
    children: [
      {
        id: PAGES_ROUTE_ID,
        // Shown in the frame when a page cannot be rendered.
        ErrorBoundary: serverError.Component,
        children: [
          campusRoute('FARRUKHABAD', '/', [
            { index: true, ...pageRoute(addressOf('FARRUKHABAD', '/', homeWithChooser)) },
            { path: 'Campus', ...pageRoute(addressOf('FARRUKHABAD', '/Campus', chooser)) },
            { path: 'HomeFr', ...pageRoute(addressOf('FARRUKHABAD', '/HomeFr', farrukhabadHome)) },
            ...campusPages('FARRUKHABAD'),
            notFoundRoute('FARRUKHABAD'),
          ]),
          campusRoute('NEKPUR', '/', [{ path: 'Home', ...pageRoute(nekpurHomeAddress) }]),
          campusRoute('NEKPUR', '/nekhpur', nekpurRoutes),
          campusRoute('NEKPUR', '/nekpur', nekpurRoutes),
        ],
      },
    ],
  },
];

function campusPages(campus: Campus): SiteRoute[] {
  return Object.entries(CAMPUS_PAGES).map(([segment, page]) => ({
    path: segment,
    ...pageRoute(addressOf(campus, campusPath(campus, segment), page)),
  }));
}

/** Its own path is one that no menu has. */
function notFoundRoute(campus: Campus): SiteRoute {
  return { path: '*', ...pageRoute(addressOf(campus, campusPath(campus, '404'), notFound)) };
}

function addressOf(campus: Campus, path: string, page: PageModule): PageAddress {
  return { campus, path, page };
}

function campusRoute(campus: Campus, path: string, children: SiteRoute[]): SiteRoute {
  return { path, loader: listLoader(FRAME_LISTS, campus), children };
}

function pageRoute(address: PageAddress) {
  return {
    handle: address,
    loader: listLoader(address.page.lists, address.campus),
    Component: address.page.Component,
  };
}

/** Starts the lists; their records reach the components through the request's QueryClient. */
function listLoader(names: readonly ListName[], campus: Campus) {
  return ({ context }: LoaderFunctionArgs<PreloadContext>): null => {
    preloadLists(context, names, campus);
    return null;
  };
}
