import * as z from 'zod/mini';
import { CAMPUSES } from './campuses.ts';
import { safeLink } from './links.ts';

/**
 * What a school changes without touching code: `content/site.json` and `content/disclosure.json`.
 * The schema is the documentation of the files; a fault is reported with file and field.
 */

const line = z.string().check(z.trim(), z.minLength(1));
const link = z
  .string()
  .check(
    z.refine(
      (value) => safeLink(value) !== null,
      'not a safe link: use https:, mailto:, tel: or a path of this site',
    ),
  );
/** Name of a file in content/pictures. */
const picture = z
  .string()
  .check(
    z.regex(/^[a-z0-9-]+\.(svg|jpg|png|webp|avif)$/, 'the name of a picture in content/pictures'),
  );
/** Name of a PDF in content/files. */
const pdf = z.string().check(z.regex(/^[a-z0-9-]+\.pdf$/, 'the name of a PDF in content/files'));

const illustration = z.strictObject({ picture, alt: line });

const leader = z.strictObject({ name: line, designation: line, photo: picture });

const campus = z.strictObject({
  /** Short name in menus and headings: "Farrukhabad". */
  label: line,
  /** Where it is, for the chooser: "Arrah Paharpur, Farrukhabad". */
  place: line,
  /** One sentence for the chooser and search engines. */
  summary: line,
  address: z.array(line).check(z.minLength(1)),
  phone: z.optional(line),
  email: z.optional(line),
  /** `link` opens the map; `embed` is loaded into a frame after a click. */
  map: z.optional(z.strictObject({ link, embed: z.optional(link) })),
  /** Fixed slides of the home page (R-080, R-082: three in Farrukhabad, two in Nekpur). */
  slides: z
    .array(z.strictObject({ picture, alt: line, title: line, text: line }))
    .check(z.minLength(1)),
  aboutPicture: illustration,
  /** Leaders ("Our torch bearers"), shown where the provider has no record. */
  leaders: z.strictObject({
    Chairman: leader,
    Chairperson: leader,
    Principal: leader,
    AcademicHead: leader,
  }),
});

/** The seven quick-link tiles; without `href` a tile leads to the campus's home page. */
const tile = z.strictObject({
  id: z.enum([
    'disclosure',
    'payment',
    'portal-help',
    'enquiry',
    'alumni',
    'book-list',
    'bus-route',
  ]),
  label: line,
  note: line,
  href: z.optional(link),
});

export const siteSchema = z.strictObject({
  name: line,
  shortName: line,
  tagline: line,
  description: line,
  /** Education board whose site the menus link to. */
  board: z.strictObject({ name: line, url: link }),
  logo: picture,
  campuses: z.strictObject({ FARRUKHABAD: campus, NEKPUR: campus }),
  /** Where LOGIN leads; without it a small dialog with the app links opens. */
  portalUrl: z.optional(link),
  prospectus: pdf,
  campusApp: z.strictObject({ label: line, note: line, logo: picture, href: z.optional(link) }),
  appStores: z.array(z.strictObject({ label: line, href: link })),
  tiles: z.array(tile).check(z.length(7)),
  /** Mandatory Disclosure menu, in the order that the school asked for. */
  disclosureDocuments: z.array(z.strictObject({ label: line, file: pdf })).check(z.length(17)),
  partners: z.array(z.strictObject({ name: line, logo: picture, href: z.optional(link) })),
  vendor: z.strictObject({
    name: line,
    url: link,
    /** The three picture pop-ups of the ERP page: Manage Data, Parent Portal, Communication Portal. */
    popups: z
      .array(z.strictObject({ title: line, picture, alt: line, text: line }))
      .check(z.length(3)),
    appImage: illustration,
  }),
  sampleCertificate: pdf,
  birthdayFallback: picture,
  /** Shown when a form is rejected; empty means that nothing is shown. */
  failureNotice: z.string(),
  /** Beside each form: what is sent, to whom, how long it is stored here. */
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

/** CBSE's Appendix IX, parts A to E, per campus. */
export const disclosureSchema = z.strictObject({
  FARRUKHABAD: z.array(table).check(z.minLength(5)),
  NEKPUR: z.array(table).check(z.minLength(5)),
});

export type Site = z.infer<typeof siteSchema>;
export type CampusContent = z.infer<typeof campus>;
export type Disclosure = z.infer<typeof disclosureSchema>;
export type DisclosureTable = z.infer<typeof table>;
export type DisclosureCell = DisclosureTable['rows'][number][number];

/** Text inside a block. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; children: Inline[] }
  | { kind: 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

/** A block of a static page's text; a Markdown file becomes a list of these. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'picture'; picture: string; alt: string; caption: string | null };

/** A Markdown file of content/pages: its first heading is the title, the rest its blocks. */
export type Prose = { title: string; blocks: Block[] };

/** Every text that content/pages must hold; `name.nekpur.md` replaces `name.md` on the Nekpur campus. */
export const PROSE_NAMES = [
  'about-us',
  'vision',
  'mission',
  'safety-security',
  'infrastructure',
  'extra-curricular-activity',
  'sports',
  'life-at-gis',
  'erp-software',
  'chairman-message',
  'chairperson-message',
  'academic-head-message',
  'principal-message',
] as const;

export type ProseName = (typeof PROSE_NAMES)[number];

/** All of content/, checked. */
export type Content = {
  site: Site;
  disclosure: Disclosure;
  prose: Record<(typeof CAMPUSES)[number], Record<ProseName, Prose>>;
};
