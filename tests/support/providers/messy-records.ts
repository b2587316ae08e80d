import type { MessyStore } from './messy-store.ts';
import { SCHOOLS, expectedRecord } from './expected.ts';
import type { ExpectedList, ExpectedRecord, ListName, School } from './expected.ts';
import {
  dateVariants,
  fileVariants,
  linkVariants,
  missingTexts,
  sameWord,
  textVariants,
} from './messy-variants.ts';
import type { DateVariant, FileVariant, LinkVariant, TextVariant } from './messy-variants.ts';

type Kind = 'text' | 'date' | 'link' | 'pictures' | 'documents';
type Values = { [field: string]: TextVariant | DateVariant | LinkVariant | FileVariant };
type VariedList = Exclude<ListName, 'principalMessage'>;

export type MessyEntry = {
  readonly row: Readonly<Record<string, unknown>>;
  readonly school: School;
  /** Null for a row that no page shows; `undefined` for one that either reading allows. */
  readonly expected: ExpectedRecord | null | undefined;
  readonly mark: string | null;
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

/** One list of one campus in the making. */
class Maker {
  readonly entries: MessyEntry[] = [];
  readonly #store: MessyStore;
  readonly #list: VariedList;
  readonly #school: School;
  readonly #year: number;

  constructor(store: MessyStore, list: VariedList, school: School, year: number) {
    this.#store = store;
    this.#list = list;
    this.#school = school;
    this.#year = year;
  }

  mark(): string {
    const number = String(this.#store.next()).padStart(5, '0');
    return `${this.#list.slice(0, 3)}${this.#school.slice(0, 1)}${number}`;
  }

  #variants(kind: Kind): Values[string][] {
    const mark = (): string => this.mark();
    if (kind === 'text') {
      return [...textVariants(mark, 70_000_000 + this.#store.next()), ...missingTexts()];
    }
    if (kind === 'date') return dateVariants(this.#year);
    if (kind === 'link') return linkVariants(mark);
    return fileVariants(this.#store.own, mark, {
      extension: kind === 'documents' ? '.PDF' : '.jpg',
      number: 5_000_000 + this.#store.next(),
    });
  }

  /** The plainest value of each field. */
  plain(): Values {
    const values: Values = {};
    for (const [field, kind] of Object.entries(FIELDS[this.#list])) {
      const mark = this.mark();
      if (kind === 'text') {
        const words = `Some ${field} ${mark}`;
        values[field] = { about: 'plain', raw: words, pieces: [words], mark };
      } else if (kind === 'date') {
        const day = `${this.#year}-0${1 + (this.#store.next() % 9)}-15`;
        values[field] = { about: 'plain', raw: day, day };
      } else if (kind === 'link') {
        const href = `https://example.org/plain/${mark}`;
        values[field] = { about: 'plain', raw: href, href };
      } else {
        const path = `plain/${mark}.${kind === 'documents' ? 'pdf' : 'jpg'}`;
        values[field] = { about: 'plain', path, raw: [path], shown: true };
      }
    }
    return values;
  }

  /** Adds a row of these values; `extra` overrules raw fields. */
  add(
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
    const pictures: string[] = [];
    const documents: string[] = [];
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
      else if (value.shown) {
        const kind = FIELDS[this.#list][field] === 'documents' ? 'documents' : 'pictures';
        (kind === 'documents' ? documents : pictures).push(this.#store.keep(value.path, kind));
      }
    }
    Object.assign(row, extra);
    const albumId =
      this.#list === 'gallery' && (typeof row['_id'] === 'string' || typeof row['_id'] === 'number')
        ? String(row['_id'])
        : null;
    const record = expectedRecord(`${this.#list}: ${about}`, {
      mark,
      texts,
      date,
      pictures,
      documents,
      link,
      albumId,
    });
    this.entries.push({
      row,
      school: this.#school,
      expected: { shown: record, hidden: null, either: undefined }[reading],
      mark,
    });
  }

  /** One row for every variant of every field. */
  addVariants(): void {
    for (const [field, kind] of Object.entries(FIELDS[this.#list])) {
      for (const variant of this.#variants(kind)) {
        const bare = 'pieces' in variant && variant.mark === null;
        // A birthday without name and a link without words are not promised.
        const open = bare && (field === 'name' || Object.keys(FIELDS[this.#list]).length === 2);
        this.add(
          `${field}: ${variant.about}`,
          { ...this.plain(), [field]: variant },
          {},
          open ? 'either' : 'shown',
        );
      }
    }
  }

  /** Rows whose school or category is written in other ways, or is another's. */
  addWords(): void {
    for (const [about, raw] of sameWord(this.#school)) {
      this.add(`school: ${about}`, this.plain(), { school: raw });
    }
    for (const school of ['KANPUR', 7, `${this.#school} KANPUR`]) {
      this.add(`school: ${school}`, this.plain(), { school }, 'hidden');
    }
    if (this.#list !== 'notification') {
      this.add('school: null', this.plain(), { school: null }, 'hidden');
      this.add('school: missing', this.plain(), { school: undefined }, 'hidden');
    }
    const category = CATEGORIES[this.#list];
    if (category === undefined) return;
    for (const [about, raw] of sameWord(category)) {
      this.add(`category: ${about}`, this.plain(), { category: raw });
    }
    this.add('category: another', this.plain(), { category: 'Circular' }, 'hidden');
  }

  /** Pictures without words, rows without anything, twins. */
  addOddities(): void {
    const nothing = Object.fromEntries(Object.keys(FIELDS[this.#list]).map((field) => [field, '']));
    this.add('nothing to show', {}, nothing, 'hidden');
    const pictured = Object.entries(FIELDS[this.#list]).find(
      ([field, kind]) => kind === 'pictures' || (kind === 'documents' && field === 'attachments'),
    );
    const wordy = 'description' in FIELDS[this.#list];
    if (pictured !== undefined && wordy) {
      const path = `poster/${this.mark()}.jpg`;
      // The news have one list for everything, so the poster of a news item is its attachment.
      this.#store.keep(path, 'pictures');
      this.add('a poster only', {
        [pictured[0]]: { about: 'poster', path, raw: [path], shown: true },
      });
    }
    const twin = this.plain();
    this.add('twin, first id', twin);
    this.add('twin, second id', twin);
    const id = `shared-${this.#list}-${this.#school}`;
    this.add('one id, first content', this.plain(), { _id: id });
    this.add('one id, second content', this.plain(), { _id: id });
    this.add('one id in both campuses', this.plain(), { _id: `both-${this.#list}` });
    if (this.#list === 'birthdays') {
      this.add('a teacher', this.plain(), { category: ' teacher' });
    }
  }

  /** Album ids of every kind. */
  addAlbumIds(): void {
    if (this.#list !== 'gallery') return;
    const ids: readonly (readonly [string, unknown])[] = [
      ['a number', 90_000 + this.#store.next()],
      ['blanks and signs', `a b/c?d=1&e#f+%41-${this.#store.next()}`],
      ['Hindi', `एल्बम-${this.#store.next()}`],
      ['null', null],
      ['missing', undefined],
      ['empty', ''],
    ];
    for (const [about, _id] of ids) this.add(`_id: ${about}`, this.plain(), { _id });
  }
}

/** Every variant of every field of one list, for both campuses. */
export function messyList(store: MessyStore, list: VariedList, year: number): MessyEntry[] {
  return SCHOOLS.flatMap((school) => {
    const maker = new Maker(store, list, school, year);
    maker.addVariants();
    maker.addWords();
    maker.addOddities();
    maker.addAlbumIds();
    return maker.entries;
  });
}

/** `count` plain news of Farrukhabad. */
export function manyNews(store: MessyStore, count: number, year: number): MessyEntry[] {
  const maker = new Maker(store, 'news', 'FARRUKHABAD', year);
  for (let index = 0; index < count; index += 1) maker.add('one of many', maker.plain());
  return maker.entries;
}

/** What a reader of `school` expects of these entries. */
export function readerOf(entries: readonly MessyEntry[], school: School): ExpectedList {
  const mine = entries.filter((entry) => entry.school === school);
  const others = entries.filter((entry) => entry.school !== school);
  return {
    records: mine.flatMap((entry) => entry.expected ?? []),
    nowhere: [
      ...mine.filter((entry) => entry.expected === null).flatMap((entry) => entry.mark ?? []),
      ...others.flatMap((entry) => entry.mark ?? []),
    ],
  };
}
