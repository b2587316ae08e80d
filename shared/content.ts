import * as z from 'zod/mini';
import { coloursSchema, fontsSchema, textThat } from './brand.ts';
import { CAMPUSES } from './campuses.ts';
import type { SiteDocument } from './documents.ts';
import { safeLink } from './links.ts';
import type { Block, Prose, ProseName } from './prose.ts';
import { TOPICS } from './search.ts';

/** The digits of E.164 at most. */
const PHONE = /^\+?(?:[ ()-]*\d){8,15}$/;
/** Helplines have three digits. */
const PHONE_LINK = /^tel:\+?(?:[ ()-]*\d){3,15}$/;

function isAllowedLink(text: string): boolean {
  if (safeLink(text) === null) return false;
  if (text.startsWith('mailto:')) return z.regexes.email.test(text.slice(7).split('?')[0] ?? '');
  return !text.startsWith('tel:') || PHONE_LINK.test(text);
}

const line = z.string().check(z.trim(), z.minLength(1));

const email = textThat('must be an e-mail address such as office@school.example', z.regexes.email);
const phone = textThat(
  'must be a telephone number such as +91-5692-000001: 8 to 15 digits, with spaces, hyphens and brackets between them',
  PHONE,
);
const link = textThat(
  'must be a link: https://…, mailto: and an e-mail address, tel: and a telephone number, or a path of this site such as /Admission',
  isAllowedLink,
);
/** Of content/pictures and content/files. */
export const PICTURE_NAME = /^[a-z0-9-]+\.(svg|jpg|png|webp|avif)$/;
export const PDF_NAME = /^[a-z0-9-]+\.pdf$/;

const picture = textThat(
  'must be the name of a picture in content/pictures: small letters, digits and hyphens, then .svg, .jpg, .png, .webp or .avif',
  PICTURE_NAME,
);
const pdf = textThat(
  'must be the name of a PDF in content/files: small letters, digits and hyphens, then .pdf',
  PDF_NAME,
);

/** The positions in client/styles/pictures.css. */
const focus = z.optional(
  textThat(
    'must be two of 0%, 25%, 50%, 75% and 100%, from the left and from the top, such as 75% 100%: what stays in sight where the picture is cut',
    /^(?:0|25|50|75|100)% (?:0|25|50|75|100)%$/,
  ),
);

/** Marks values that are invented; `npm run check:public` names them until the mark is removed. */
const sample = z.optional(
  z
    .literal(true)
    .check(z.describe('the values beside it are invented: remove it with the last of them')),
);

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
  /** By purpose: "Admissions". */
  phones: z.optional(z.array(z.strictObject({ purpose: line, phone }))),
  email: z.optional(email),
  /** Of the office. */
  hours: z.optional(z.array(z.strictObject({ days: line, time: line, sample }))),
  /** `link` opens the map; `embed` is loaded into a frame after a click. */
  map: z.optional(z.strictObject({ link, embed: z.optional(link), sample })),
  /** Fixed slides of the home page (R-080, R-082: three in Farrukhabad, two in Nekpur). */
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

/** A quick-link tile; without `href` it leads to the contact form of the campus's home page. */
const tile = z.strictObject({
  icon: z.enum(TOPICS),
  label: line,
  note: line,
  href: z.optional(link),
});

export const PAGE_NAME = /^[A-Za-z][\w-]*$/;

const linkTarget = textThat(
  'must be the name of a page that leads to the visitor’s campus, such as Vision, or https://…, or an address of this site such as /nekhpur/News or /files/noc.pdf',
  (text) => PAGE_NAME.test(text) || isAllowedLink(text),
);

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
  colours: coloursSchema,
  fonts: fontsSchema,
  campuses: z.strictObject({ FARRUKHABAD: campus, NEKPUR: campus }),
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
  disclosureDocuments: z.array(z.strictObject({ label: line, file: pdf })).check(z.minLength(1)),
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
  /** In the first steps of the home pages: the document that most parents ask for. */
  feeDocument: z.optional(pdf),
  /** "Hindi", "Hindi and English"; others are in English. */
  documentLanguages: z.optional(z.array(z.strictObject({ file: pdf, language: line }))),
  birthdayFallback: picture,
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

const table = z.strictObject({
  /** "A", "B", … as in CBSE's Appendix IX. */
  part: line,
  title: line,
  sample,
  columns: z.array(line).check(z.minLength(2)),
  rows: z.array(
    z.array(
      z.union([
        line,
        z.strictObject({ label: line, file: pdf }),
        z.strictObject({ label: line, href: link }),
      ]),
    ),
  ),
});

export const disclosureSchema = z.strictObject({
  $schema: z.optional(z.string()),
  FARRUKHABAD: z.array(table).check(z.minLength(5)),
  NEKPUR: z.array(table).check(z.minLength(5)),
});

export type Site = z.infer<typeof siteSchema>;
export type MenuTarget = z.infer<typeof menuLink>;
export type SlideTimes = z.infer<typeof slideTimes>;
export type CampusContent = z.infer<typeof campus>;
export type Disclosure = z.infer<typeof disclosureSchema>;
export type DisclosureTable = z.infer<typeof table>;
export type DisclosureCell = DisclosureTable['rows'][number][number];

/** The heading block of a page that the school adds, `field: value` in each line. */
export const pageHeadSchema = z.strictObject({
  title: line,
  campus: z.optional(z.enum(['both', 'farrukhabad', 'nekpur'])),
  /** `footer`, or the name of the menu's group that gets the page; without it only links lead there. */
  menu: z.optional(line),
});

/** An added page at one campus. */
export type AddedPage = Pick<z.infer<typeof pageHeadSchema>, 'title' | 'menu'> & {
  campus: (typeof CAMPUSES)[number];
  file: string;
  name: string;
  blocks: Block[];
};

export type LocalContent = {
  site: Site;
  addedPages: readonly AddedPage[];
  disclosure: Disclosure;
  /** Every PDF of content/files that the content names, once. */
  documents: readonly SiteDocument[];
  prose: Record<(typeof CAMPUSES)[number], Record<ProseName, Prose>>;
};

/** Hindi texts by their English. */
export const textsSchema = z.record(z.string(), line);

export type Texts = z.infer<typeof textsSchema>;

export type Content = LocalContent & {
  hindi: { content: LocalContent; texts: Texts } | null;
};
