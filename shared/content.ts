import * as z from 'zod/mini';
import { ALL_CAMPUSES, CAMPUSES, perCampus, type Campus } from './campuses.ts';
import {
  email,
  focus,
  isAllowedLink,
  line,
  link,
  pdf,
  phone,
  picture,
  sample,
  textThat,
} from './content-fields.ts';
import type {
  AdmissionClass,
  BusStop,
  ContactPerson,
  Fact,
  FormNotices,
  IssuedCertificate,
  Teacher,
} from './facts.ts';
import type { DocumentEntry, SiteDocument } from './documents.ts';
import type { Fees } from './fees.ts';
import type { Texts } from './fill-text.ts';
import type { Block, Prose, ProseName } from './prose.ts';
import type { SchoolDays } from './school-days.ts';
import { TOPICS } from './query-params.ts';
import type { Vacancy } from './vacancies.ts';

const leader = z.strictObject({ name: line, designation: line, photo: picture, sample });

const slideTimes = z.strictObject({
  seconds: z.number().check(z.gte(1), z.lte(60)),
  turnSeconds: z.number().check(z.gte(0), z.lte(5)),
});

const campus = z.strictObject({
  label: line,
  /** "Arrah Paharpur, Farrukhabad". */
  place: line,
  /** One sentence for the chooser and search engines. */
  summary: line,
  address: z.array(line).check(z.minLength(1)),
  phone: z.optional(phone),
  /** Each has a purpose, such as "Admissions". */
  phones: z.optional(z.array(z.strictObject({ purpose: line, phone }))),
  email: z.optional(email),
  /** The way from the station, in sentences. */
  directions: z.optional(z.array(line)),
  /** Hours of the office. */
  hours: z.optional(z.array(z.strictObject({ days: line, time: line, sample }))),
  /** `link` opens the map; `embed` is loaded into a frame after a click. */
  map: z.optional(z.strictObject({ link, embed: z.optional(link), sample })),
  /** Fixed slides of the home page. */
  slides: z
    .array(z.strictObject({ picture, alt: line, focus, title: line, text: line }))
    .check(z.minLength(1)),
  /** */
  slider: slideTimes,
  aboutPicture: z.strictObject({ picture, alt: line, focus }),
  /** Leaders ("Our torch bearers"), shown where the provider has no record. */
  leaders: z.strictObject({
    Chairman: leader,
    Chairperson: leader,
    Principal: leader,
    AcademicHead: leader,
  }),
});

/** A section may follow: `for-parents#bus`. */
export const PAGE_NAME = /^[A-Za-z][\w-]*(?:#[a-z0-9-]+)?$/;

const linkTarget = textThat(
  'must be the name of a page that leads to the visitor’s campus, such as Vision, or https://…, or an address of this site such as /nekhpur/News or /files/noc.pdf',
  (text) => PAGE_NAME.test(text) || isAllowedLink(text),
);

/** A quick-link tile; without `href` it leads to the contact form of the campus's home page. */
const tile = z.strictObject({
  icon: z.enum(TOPICS),
  label: line,
  note: line,
  href: z.optional(linkTarget),
  /** Calls the campus's `phone`, where it has one. */
  call: z.optional(z.literal(true)),
});

const menuLink = z.strictObject({
  label: line,
  to: linkTarget,
  campus: z.optional(z.enum(CAMPUSES)),
});

/** A link, a group of links, or the group of the disclosure documents. */
const menuEntry = z
  .strictObject({
    label: line,
    to: z.optional(linkTarget),
    links: z.optional(z.array(menuLink).check(z.minLength(1))),
    documents: z.optional(z.literal(true)),
    campus: z.optional(z.enum(CAMPUSES)),
  })
  .check(
    z.refine(
      ({ to, links, documents }) =>
        [to, links, documents].filter((part) => part !== undefined).length === 1,
      'must have one of "to", "links" and "documents"',
    ),
  );

export const siteSchema = z.strictObject({
  $schema: z.optional(z.string()),
  name: line,
  shortName: line,
  tagline: line,
  /** Board and classes, above the school's name on `/`: "CBSE, Nursery to Class XII". */
  offer: line,
  description: line,
  logo: picture,
  campuses: z.strictObject(perCampus(() => campus)),
  /** LOGIN leads there, else to a dialog with the app links. */
  portalUrl: z.optional(link),
  campusApp: z.strictObject({
    label: line,
    note: line,
    logo: picture,
    href: z.optional(link),
    sample,
  }),
  appStores: z.array(z.strictObject({ label: line, href: link, sample })),
  /** */
  menu: z.array(menuEntry).check(z.minLength(1)),
  /** */
  footerLinks: z.array(menuLink),
  /** All carousels but the sliders. */
  carousels: slideTimes,
  tiles: z.array(tile).check(z.minLength(1)),
  /** What visitors type, and what it is called on the site: found first in a search. */
  searchAliases: z.optional(
    z.array(z.strictObject({ words: z.array(line).check(z.minLength(1)), means: line })),
  ),
  /** Mandatory Disclosure menu, in its order. */
  disclosureDocuments: z
    .array(z.strictObject({ label: line, file: pdf, campus: z.optional(z.enum(CAMPUSES)) }))
    .check(z.minLength(1)),
  partners: z.array(z.strictObject({ name: line, logo: picture, href: z.optional(link), sample })),
  vendor: z.strictObject({
    name: line,
    url: link,
    /** The three picture pop-ups of the ERP page: Manage Data, Parent Portal, Communication Portal. */
    popups: z
      .array(z.strictObject({ title: line, picture, alt: line, text: line }))
      .check(z.length(3)),
    appImage: z.strictObject({ picture, alt: line }),
    sample,
  }),
  /** RFC 9116. */
  security: z.strictObject({
    contacts: z
      .array(link.check(z.regex(/^(mailto|tel|https):/, 'must begin with mailto:, tel: or https:')))
      .check(z.minLength(1)),
    languages: z
      .array(
        z
          .string()
          .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, 'must be a language tag such as en')),
      )
      .check(z.minLength(1)),
  }),
  /** 0 to 9 by default. */
  hindi: z.optional(z.strictObject({ numerals: z.enum(['latin', 'devanagari']) })),
  sampleCertificate: pdf,
  /** The document that most parents ask for, in the first steps of the home pages. */
  feeDocument: z.optional(z.union([pdf, z.strictObject(perCampus(() => z.optional(pdf)))])),
  birthdayFallback: picture,
  /** Whose birthdays are shown; all by default. */
  birthdays: z.optional(z.enum(['all', 'staff', 'none'])),
  /** A highlight of the platform that begins with one of `words` is an urgent notice; one of `closing`, which must be whole words, may close the school: read-urgent-text.ts. */
  urgentNotices: z.optional(z.strictObject({ words: z.array(line), closing: z.array(line) })),
  /** How many days the web server's logs are kept: also in deploy/logrotate.conf. */
  logDays: z._default(z.int().check(z.gte(1), z.lte(400)), 180),
  /** Shown when a form is rejected; empty means that nothing is shown. */
  failureNotice: z.string(),
  /** The steps after an admission enquiry. */
  admissionSteps: z.array(line),
  privacyNotes: z.strictObject({
    getInTouch: line,
    career: line,
    admission: line,
    certificate: line,
  }),
});

export type Site = z.infer<typeof siteSchema>;
export type MenuTarget = z.infer<typeof menuLink>;
export type SlideTimes = z.infer<typeof slideTimes>;
export type CampusContent = z.infer<typeof campus>;

export type DisclosureTable = {
  /** "A", "B", … as in CBSE's Appendix IX. */
  part: string;
  title: string;
  columns: string[];
  rows: DisclosureCell[][];
};

export type DisclosureCell =
  | string
  | { label: string; file: string }
  | { label: string; href: string };

export type Disclosure = Record<Campus, DisclosureTable[]>;

/** The heading block of a page that the school adds, `field: value` in each line. */
export const pageHeadSchema = z.strictObject({
  title: line,
  campus: z.optional(z.enum([ALL_CAMPUSES, ...CAMPUSES.map((each) => each.toLowerCase())])),
  /** `footer`, or the name of the menu's group that gets the page; without it only links lead there. */
  menu: z.optional(line),
});

/** An added page at one campus. */
export type AddedPage = Pick<z.infer<typeof pageHeadSchema>, 'title' | 'menu'> & {
  campus: Campus;
  file: string;
  name: string;
  blocks: Block[];
};

/** What the office changes during the year. Null and empty without its table. */
export type Office = {
  schoolDays: SchoolDays | null;
  fees: Fees | null;
  vacancies: readonly Vacancy[];
  documents: readonly DocumentEntry[];
  formNotices: FormNotices | null;
  facts: readonly Fact[];
  buses: readonly BusStop[];
  contacts: readonly ContactPerson[];
  admissions: readonly AdmissionClass[];
  issuedCertificates: readonly IssuedCertificate[];
};

export type LocalContent = {
  site: Site;
  office: Office;
  /** Of all campuses. */
  staff: readonly Teacher[];
  addedPages: readonly AddedPage[];
  disclosure: Disclosure;
  /** Every PDF of content/files that the content names, once. */
  documents: readonly SiteDocument[];
  prose: Record<Campus, Record<ProseName, Prose>>;
};

export type Content = LocalContent & {
  hindi: { content: LocalContent; texts: Texts } | null;
};
