type CampusEntry = {
  /** In tables and errors, in Hindi as client/hindi-texts.json has it; pages have the label of content/site.json. */
  name: string;
  /** Other spellings that tables of the school may have. */
  otherNames: readonly string[];
  /** Before the paths of its pages, as the specification writes its links; also the canonical one. */
  prefix: string;
  /** These lead to the same pages. */
  otherPrefixes: readonly string[];
  home: string;
  /** Where the breadcrumb's first link goes (R-045, R-046: Nekpur breadcrumbs use their own spelling). */
  breadcrumbHome: string;
  /** The home page's link to the chairman's message (R-050: Nekpur's is spelt without the "h"). */
  chairmanPath: string;
  /** breakpoints of the home page's events. */
  eventsView: 'events' | 'events-fr';
  /** the home page opens the events as a dialog, after the notices. */
  opensEvents: boolean;
};

/** All of a campus, by the value that provider records carry in `school`. CONTRIBUTING says what else a new one needs. */
export const CAMPUS_TABLE = {
  FARRUKHABAD: {
    name: 'Farrukhabad',
    otherNames: [],
    prefix: '',
    otherPrefixes: [],
    home: '/HomeFr',
    breadcrumbHome: '/HomeFr',
    chairmanPath: '/ChairmanMessage',
    eventsView: 'events-fr',
    opensEvents: false,
  },
  NEKPUR: {
    name: 'Nekpur',
    otherNames: ['Nekhpur'],
    prefix: '/nekhpur',
    otherPrefixes: ['/nekpur'],
    home: '/Home',
    breadcrumbHome: '/Nekhpur/Home',
    chairmanPath: '/Nekpur/ChairmanMessage',
    eventsView: 'events',
    opensEvents: true,
  },
} as const satisfies Record<string, CampusEntry>;

export type Campus = keyof typeof CAMPUS_TABLE;

// An object's keys are those of its type where nothing widens it.
export const CAMPUSES = Object.keys(CAMPUS_TABLE) as readonly Campus[];

/** `/` shows its home page, and an unknown path has its frame. */
export const MAIN_CAMPUS: Campus = 'FARRUKHABAD';

/** What tables, texts and commands call all of them. */
export const ALL_CAMPUSES: 'both' | 'all' = CAMPUSES.length === 2 ? 'both' : 'all';

export function perCampus<Value>(valueOf: (campus: Campus) => Value): Record<Campus, Value> {
  // It has every campus.
  return Object.fromEntries(CAMPUSES.map((campus) => [campus, valueOf(campus)])) as Record<
    Campus,
    Value
  >;
}

export function parseCampus(text: unknown): Campus | undefined {
  return CAMPUSES.find((campus) => campus === text);
}

export function otherCampuses(campus: Campus): Campus[] {
  return CAMPUSES.filter((other) => other !== campus);
}

/** Canonical path of a page on a campus: `campusPath('NEKPUR', 'News')` is `/nekhpur/News`. */
export function campusPath(campus: Campus, page: string): string {
  return `${CAMPUS_TABLE[campus].prefix}/${page}`;
}

/** A canonical path of a campus in each spelling, itself first. */
export function pathSpellings(campus: Campus, path: string): string[] {
  const { prefix, otherPrefixes } = CAMPUS_TABLE[campus];
  return [prefix, ...otherPrefixes].map((each) => each + path.slice(prefix.length));
}

/** What paths of a campus begin with: its prefixes, and its home page, which may have none. */
export function campusBases(campus: Campus): string[] {
  const { prefix, home } = CAMPUS_TABLE[campus];
  return [...pathSpellings(campus, prefix), home];
}

/** The campus of an English path in any letter case. */
export function campusAt(path: string): Campus {
  const isBelow = (base: string) => `${path}/`.toLowerCase().startsWith(`${base}/`.toLowerCase());
  return (
    otherCampuses(MAIN_CAMPUS).find((campus) => campusBases(campus).some(isBelow)) ?? MAIN_CAMPUS
  );
}
