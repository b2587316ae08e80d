import type { ComponentType } from 'react';
import {
  AcademicHeadMessage,
  ChairmanMessage,
  ChairpersonMessage,
  PrincipalMessage,
} from './pages/LeaderMessage.tsx';
import { Admission } from './pages/Admission.tsx';
import { Career } from './pages/Career.tsx';
import { Chooser } from './pages/Chooser.tsx';
import { ErpSoftware } from './pages/ErpSoftware.tsx';
import { Events } from './pages/Events.tsx';
import { ExtraCurricularActivity } from './pages/ExtraCurricularActivity.tsx';
import { Gallery } from './pages/Gallery.tsx';
import { Home, HomeWithChooser } from './pages/Home.tsx';
import { Infrastructure } from './pages/Infrastructure.tsx';
import { LifeAtGis } from './pages/LifeAtGis.tsx';
import { MandatoryDisclosure } from './pages/MandatoryDisclosure.tsx';
import { Mission } from './pages/Mission.tsx';
import { News } from './pages/News.tsx';
import { SafetySecurity } from './pages/SafetySecurity.tsx';
import { Sports } from './pages/Sports.tsx';
import { SubGallery } from './pages/SubGallery.tsx';
import { TransferCertificate } from './pages/TransferCertificate.tsx';
import { Vision } from './pages/Vision.tsx';
import { CAMPUSES, campusOfPath, campusPath, type Campus } from '../shared/campuses.ts';
import type { FormName } from '../shared/forms.ts';
import type { ListName } from '../shared/provider-lists.ts';
import type { Search, SearchKey } from '../shared/search.ts';

/** A list that a page reads; subGallery takes its id from the query. */
export type ListNeed = { name: ListName; id: string };

export type PageRoute = {
  /** Canonical path. */
  path: string;
  /** Other spellings that answer the same page; letter case and a trailing slash never matter. */
  alsoAt: readonly string[];
  campus: Campus;
  /** Page name; `<title>` is this plus the school's name, unless `titleAlone`. */
  title: string;
  /** SPEC §2: the two enquiry pages have exactly their name as title. */
  titleAlone: boolean;
  Page: ComponentType;
  lists: (search: Search) => readonly ListNeed[];
  /** A list without which there is no such page: empty means 404. */
  subject: 'subGallery' | null;
  searchKeys: readonly SearchKey[];
  /** The form that may be posted to this path. */
  form: FormName | null;
};

/** Read by the header of every page. */
const FRAME_LISTS: readonly ListName[] = ['highlight'];

const HOME_LISTS: readonly ListName[] = [
  'notification',
  'onlineRegistration',
  'principalMessage',
  'events',
  'news',
  'birthdays',
  'gallery',
];

type PageRow = {
  title: string;
  Page: ComponentType;
  lists?: readonly ListName[];
  subject?: 'subGallery';
  search?: readonly SearchKey[];
  form?: FormName;
  titleAlone?: true;
};

/** The pages that both campuses have, by path segment as the specification spells it. */
const CAMPUS_PAGES: Readonly<Record<string, PageRow>> = {
  Vision: { title: 'Vision', Page: Vision },
  Mission: { title: 'Mission', Page: Mission },
  ChairmanMessage: {
    title: 'Chairman Message',
    Page: ChairmanMessage,
    lists: ['principalMessage'],
  },
  ChairpersonMessage: {
    title: 'Chairperson Message',
    Page: ChairpersonMessage,
    lists: ['principalMessage'],
  },
  AcademicHeadMessage: {
    title: 'Academic Head Message',
    Page: AcademicHeadMessage,
    lists: ['principalMessage'],
  },
  PrincipalMessage: {
    title: 'Principal Message',
    Page: PrincipalMessage,
    lists: ['principalMessage'],
  },
  LifeatGis: { title: 'Life at GIS', Page: LifeAtGis },
  SafetySecurity: { title: 'Safety & Security', Page: SafetySecurity },
  Infrastructure: { title: 'Infrastructure', Page: Infrastructure },
  ExtraCurricularActivity: { title: 'Extra Curricular Activity', Page: ExtraCurricularActivity },
  Sports: { title: 'Sports', Page: Sports },
  Events: {
    title: 'Upcoming Events',
    Page: Events,
    lists: ['eventsAll'],
    search: ['year', 'month', 'q'],
  },
  Gallery: {
    title: 'Photo Gallery',
    Page: Gallery,
    lists: ['galleryAll'],
    search: ['year', 'month', 'q'],
  },
  SubGallery: {
    title: 'Photo Gallery',
    Page: SubGallery,
    lists: ['subGallery'],
    subject: 'subGallery',
    search: ['id'],
  },
  News: { title: 'Latest News', Page: News, lists: ['newsAll'], search: ['year', 'month', 'q'] },
  Tc: { title: 'Transfer Certificate', Page: TransferCertificate, form: 'certificate' },
  ErpSoftware: { title: 'ERP Software', Page: ErpSoftware },
  MandatoryDisclosure: { title: 'Mandatory Disclosure', Page: MandatoryDisclosure },
  Career: {
    title: 'Career Enquiry',
    Page: Career,
    form: 'career',
    search: ['sent'],
    titleAlone: true,
  },
  Admission: {
    title: 'Admission Enquiry',
    Page: Admission,
    form: 'admission',
    search: ['sent'],
    titleAlone: true,
  },
};

const HOME_ROW = {
  lists: HOME_LISTS,
  search: ['sent'],
  form: 'getInTouch',
} satisfies Partial<PageRow>;

/** Every page of the site; the only list of them. */
export const ROUTES: readonly PageRoute[] = [
  route('/', [], 'FARRUKHABAD', { title: 'Home', Page: HomeWithChooser, ...HOME_ROW }),
  route('/Campus', [], 'FARRUKHABAD', { title: 'Choose a campus', Page: Chooser }),
  route('/HomeFr', [], 'FARRUKHABAD', { title: 'Farrukhabad', Page: Home, ...HOME_ROW }),
  route('/Home', ['/Nekhpur/Home', '/Nekpur/Home', '/Nekhpur', '/Nekpur'], 'NEKPUR', {
    title: 'Nekpur',
    Page: Home,
    ...HOME_ROW,
  }),
  ...CAMPUSES.flatMap((campus) =>
    Object.entries(CAMPUS_PAGES).map(([segment, row]) =>
      route(
        campusPath(campus, segment),
        campus === 'NEKPUR' ? [`/Nekpur/${segment}`] : [],
        campus,
        row,
      ),
    ),
  ),
];

/** The frame of the 404 and error pages of an address: its campus's, with no entry of the menu as the current one. */
export function bareRoute(pathname: string): Omit<PageRoute, 'Page'> {
  const campus = matchRoute(pathname)?.campus ?? campusOfPath(pathname);
  return {
    path: campusPath(campus, '404'),
    alsoAt: [],
    campus,
    title: '',
    titleAlone: false,
    lists: () => FRAME_LISTS.map((name) => ({ name, id: '' })),
    subject: null,
    searchKeys: [],
    form: null,
  };
}

function route(path: string, alsoAt: readonly string[], campus: Campus, row: PageRow): PageRoute {
  const names = [...FRAME_LISTS, ...(row.lists ?? [])];
  return {
    path,
    alsoAt,
    campus,
    title: row.title,
    titleAlone: row.titleAlone ?? false,
    Page: row.Page,
    lists: (search) =>
      names.map((name) => ({ name, id: name === 'subGallery' ? (search.id ?? '') : '' })),
    subject: row.subject ?? null,
    searchKeys: row.search ?? [],
    form: row.form ?? null,
  };
}

const BY_PATH = new Map(
  ROUTES.flatMap((entry) =>
    [entry.path, ...entry.alsoAt].map((path) => [path.toLowerCase(), entry]),
  ),
);

/** The page of a path, in any letter case, with or without a slash at the end. */
export function matchRoute(pathname: string): PageRoute | undefined {
  const lower = pathname.toLowerCase();
  return BY_PATH.get(lower.length > 1 && lower.endsWith('/') ? lower.slice(0, -1) : lower);
}
