import { SCHOOLS } from './expected.ts';
import type { ExpectedList, ExpectedRecord, ListName, School } from './expected.ts';
import { jpeg, pdf, png, sha256, type StoredFile } from './files.ts';
import {
  dateVariants,
  fileVariants,
  linkVariants,
  sameWord,
  textVariants,
} from './messy-variants.ts';
import type { Variant } from './messy-variants.ts';

type Kind = 'text' | 'date' | 'link' | 'pictures' | 'documents';
type Values = Record<string, Variant>;
type VariedList = Exclude<ListName, 'principalMessage'>;

export type MessyEntry = {
  row: Readonly<Record<string, unknown>>;
  school: School;
  /** Null for a row that no page shows; `undefined` for one that either reading allows. */
  expected: ExpectedRecord | null | undefined;
  mark: string | null;
};

const FIELDS: Readonly<Record<VariedList, Readonly<Record<string, Kind>>>> = {
  birthdays: { name: 'text', class: 'text', attachments: 'pictures' },
  news: { title: 'text', description: 'text', fromDate: 'date', attachments: 'documents' },
  events: {
    title: 'text',
    description: 'text',
    venue: 'text',
    time: 'text',
    date: 'date',
    images: 'pictures',
    attachments: 'documents',
    url: 'link',
  },
  gallery: {
    title: 'text',
    description: 'text',
    date: 'date',
    attachments: 'pictures',
    url: 'link',
  },
  notification: {
    title: 'text',
    description: 'text',
    image: 'pictures',
    attachments: 'documents',
    url: 'link',
  },
  onlineRegistration: { title: 'text', attachments: 'documents' },
  highlight: { title: 'text', attachments: 'documents' },
};

const CATEGORIES: Readonly<Partial<Record<VariedList, string>>> = {
  birthdays: 'Student',
  news: 'News',
  gallery: 'PhotoGallery',
};

/** Media types that a picture is served with, by turns: none known, vague, wrong, missing. */
const TYPES = [undefined, 'application/octet-stream', 'image/jpg', 'IMAGE/PNG; charset=binary', ''];

/** The files and the counter of one messy platform at `own`. */
export class MessyStore {
  readonly files = new Map<string, StoredFile>();
  readonly own: string;
  #sequence = 0;

  constructor(own: string) {
    this.own = own;
  }

  next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Keeps a file of a new look and returns its hash; its media type is at times wrong, vague or missing. */
  keep(path: string, kind: 'pictures' | 'documents'): string {
    const index = this.next();
    const look = index % 2 === 0 ? png : jpeg;
    const made = kind === 'documents' ? pdf(`Document ${index}`) : look(index);
    const type = kind === 'documents' ? made.type : (TYPES[index % TYPES.length] ?? made.type);
    const { bytes } = this.files.get(path) ?? made;
    if (!this.files.has(path)) this.files.set(path, { bytes, type });
    return sha256(bytes);
  }
}

/** One list of one campus in the making. */
class Maker {
  readonly entries: MessyEntry[] = [];
  readonly #store: MessyStore;
  readonly #list: VariedList;
  readonly #school: School;
  readonly #year: number;
  readonly #fields: readonly (readonly [field: string, kind: Kind])[];

  constructor(store: MessyStore, list: VariedList, school: School, year: number) {
    this.#store = store;
    this.#list = list;
    this.#school = school;
    this.#year = year;
    this.#fields = Object.entries(FIELDS[list]);
  }

  #mark(): string {
    const number = String(this.#store.next()).padStart(5, '0');
    return `${this.#list.slice(0, 3)}${this.#school.slice(0, 1)}${number}`;
  }

  #variants(kind: Kind): Variant[] {
    const mark = (): string => this.#mark();
    const number = this.#store.next();
    if (kind === 'text') return textVariants(mark, 70_000_000 + number);
    if (kind === 'date') return dateVariants(this.#year);
    if (kind === 'link') return linkVariants(mark);
    const extension = kind === 'documents' ? '.PDF' : '.jpg';
    return fileVariants(this.#store.own, () => `${mark()}${extension}`, 5_000_000 + number);
  }

  #plainValue(field: string, kind: Kind): Variant {
    const mark = this.#mark();
    const about = 'plain';
    if (kind === 'text') {
      const raw = `Some ${field} ${mark}`;
      return { about, raw, pieces: [raw], mark };
    }
    if (kind === 'date') {
      const day = `${this.#year}-0${1 + (this.#store.next() % 9)}-15`;
      return { about, raw: day, day };
    }
    if (kind === 'link') {
      const href = `https://example.org/plain/${mark}`;
      return { about, raw: href, href };
    }
    const path = `plain/${mark}.${kind === 'documents' ? 'pdf' : 'jpg'}`;
    return { about, path, raw: [path] };
  }

  /** The plainest value of each field. */
  #plain(): Values {
    const values = this.#fields.map(([field, kind]) => [field, this.#plainValue(field, kind)]);
    return Object.fromEntries(values) as Values;
  }

  /** Adds a row of these values; `extra` overrules raw fields. */
  #add(
    about: string,
    values: Values,
    extra: Record<string, unknown> = {},
    reading: 'shown' | 'hidden' | 'either' = 'shown',
  ): void {
    const row: Record<string, unknown> = {
      _id: `row-${this.#store.next()}`,
      __v: 0,
      createdBy: { name: 'office', deletedAt: null },
      school: this.#school,
      category: CATEGORIES[this.#list],
    };
    const texts: string[] = [];
    const files = { pictures: [] as string[], documents: [] as string[] };
    let mark: string | null = null;
    let date: string | null = null;
    let link: string | null = null;
    for (const [field, value] of Object.entries(values)) {
      if (value.raw !== undefined) row[field] = value.raw;
      if ('pieces' in value) {
        texts.push(...value.pieces);
        mark ??= value.mark;
      } else if ('day' in value) date = value.day;
      else if ('href' in value) link = value.href;
      else if (value.path !== null) {
        const kind = FIELDS[this.#list][field] === 'documents' ? 'documents' : 'pictures';
        files[kind].push(this.#store.keep(value.path, kind));
      }
    }
    Object.assign(row, extra);
    const id = row['_id'];
    const hasId = typeof id === 'string' || typeof id === 'number';
    const record: ExpectedRecord = {
      about: `${this.#list}: ${about}`,
      mark,
      texts,
      date,
      ...files,
      link,
      albumId: this.#list === 'gallery' && hasId ? String(id) : null,
    };
    const expected = { shown: record, hidden: null, either: undefined }[reading];
    this.entries.push({ row, school: this.#school, expected, mark });
  }

  /** One row for every variant of every field. */
  addVariants(): void {
    for (const [field, kind] of this.#fields) {
      for (const variant of this.#variants(kind)) {
        const isBare = 'pieces' in variant && variant.mark === null;
        // A birthday without name and a link without words are not promised.
        const isOpen = isBare && (field === 'name' || this.#fields.length === 2);
        const values = { ...this.#plain(), [field]: variant };
        this.#add(`${field}: ${variant.about}`, values, {}, isOpen ? 'either' : 'shown');
      }
    }
  }

  /** Rows whose school or category is written in other ways, or is another's. */
  addWords(): void {
    for (const [about, school] of Object.entries(sameWord(this.#school)))
      this.#add(`school: ${about}`, this.#plain(), { school });
    const others = ['KANPUR', 7, `${this.#school} KANPUR`];
    for (const school of this.#list === 'notification' ? others : [...others, null, undefined])
      this.#add(`school: ${school}`, this.#plain(), { school }, 'hidden');
    const own = CATEGORIES[this.#list];
    if (own === undefined) return;
    for (const [about, category] of Object.entries(sameWord(own)))
      this.#add(`category: ${about}`, this.#plain(), { category });
    this.#add('category: another', this.#plain(), { category: 'Circular' }, 'hidden');
  }

  /** Pictures without words, rows without anything, twins. */
  addOddities(): void {
    const nothing = Object.fromEntries(this.#fields.map(([field]) => [field, '']));
    this.#add('nothing to show', {}, nothing, 'hidden');
    const [pictured = 'attachments'] = this.#fields.find(([, kind]) => kind === 'pictures') ?? [];
    if ('description' in FIELDS[this.#list]) {
      const path = `poster/${this.#mark()}.jpg`;
      // The news have one list for everything, so the poster of a news item is its attachment.
      this.#store.keep(path, 'pictures');
      this.#add('a poster only', { [pictured]: { about: 'poster', path, raw: [path] } });
    }
    const twin = this.#plain();
    this.#add('twin, first id', twin);
    this.#add('twin, second id', twin);
    const _id = `shared-${this.#list}-${this.#school}`;
    this.#add('one id, first content', this.#plain(), { _id });
    this.#add('one id, second content', this.#plain(), { _id });
    this.#add('one id in both campuses', this.#plain(), { _id: `both-${this.#list}` });
    if (this.#list === 'birthdays') this.#add('a teacher', this.#plain(), { category: ' teacher' });
  }

  /** Album ids of every kind. */
  addAlbumIds(): void {
    const number = this.#store.next();
    const ids = {
      'a number': 90_000 + number,
      'blanks and signs': `a b/c?d=1&e#f+%41-${number}`,
      Hindi: `एल्बम-${number}`,
      null: null,
      missing: undefined,
      empty: '',
    };
    for (const [about, _id] of Object.entries(ids))
      this.#add(`_id: ${about}`, this.#plain(), { _id });
  }

  addMany(count: number): void {
    for (let index = 0; index < count; index += 1) this.#add('one of many', this.#plain());
  }
}

/** Every variant of every field of one list, for both campuses; `many` plain news of Farrukhabad besides. */
export function messyList(
  store: MessyStore,
  list: VariedList,
  { year, many }: { year: number; many: number },
): MessyEntry[] {
  return SCHOOLS.flatMap((school) => {
    const maker = new Maker(store, list, school, year);
    maker.addVariants();
    maker.addWords();
    maker.addOddities();
    if (list === 'gallery') maker.addAlbumIds();
    if (list === 'news' && school === 'FARRUKHABAD') maker.addMany(many);
    return maker.entries;
  });
}

/** What a reader of `school` expects of these entries. */
export function readerOf(entries: readonly MessyEntry[], school: School): ExpectedList {
  const mine = entries.filter((entry) => entry.school === school);
  const foreign = entries.filter((entry) => entry.school !== school || entry.expected === null);
  return {
    records: mine.flatMap((entry) => entry.expected ?? []),
    nowhere: foreign.flatMap((entry) => entry.mark ?? []),
  };
}
