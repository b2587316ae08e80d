/** One way to write a field, and what a reader gets of it. `raw` undefined leaves the field out. */
export type Variant = { about: string; raw: unknown } & (
  | {
      /** What is printed, piece by piece; none where there is nothing to print. */
      pieces: readonly string[];
      /** The word by which a page is searched. */
      mark: string | null;
    }
  /** Day in India, YYYY-MM-DD; null where it is unreadable. */
  | { day: string | null }
  /** Normalised address; null where there must be no link. */
  | { href: string | null }
  /** The path under which the platform keeps the file; null where none is named. */
  | { path: string | null }
);

/**
 * One text of each kind that a field has to pass on; tests/unit reads every kind. As written, then the printed
 * pieces if they differ; `@` is a mark of its own.
 */
const TEXTS: Readonly<Record<string, string | readonly [raw: string, ...pieces: string[]]>> = {
  'a plain text': 'Plain words @',
  'entities and tags': [
    '<b style="color:red">Parents</b> &amp; Teachers&#39; Day&nbsp;@ &ndash; &#x1F389;',
    "Parents & Teachers' Day @ – 🎉",
  ],
  paragraphs: ['<p>First lines @</p><p>Second lines</p>', 'First lines @', 'Second lines'],
  'script and handlers': [
    `<img src=x onerror="document.title='owned'">Safe @<script>document.title='owned'</script>`,
    'Safe @',
  ],
  'signs of comparison': '5 < 6 and 7 > 3 @',
  Hindi: 'वार्षिक उत्सव @ – कक्षा १०',
  'bidi marks': ['\u202eTurned @\u202c and \u2067isolated', 'Turned @ and isolated'],
};

const NO_TEXTS: Readonly<Record<string, unknown>> = {
  'null as text': null,
  'no text at all': undefined,
  'empty tags': '<p>&nbsp;</p><br>',
};

/** Ways to write a text, and to have none; `number` stands as a number. */
export function textVariants(mark: () => string, number: number): Variant[] {
  const written = Object.entries(TEXTS).map(([about, text]) => {
    const word = mark();
    const [raw = '', ...pieces] = [text].flat().map((part) => part.replaceAll('@', word));
    return { about, raw, pieces: pieces.length === 0 ? [raw] : pieces, mark: word };
  });
  const none = Object.entries(NO_TEXTS).map(([about, raw]) => {
    return { about, raw, pieces: [], mark: null };
  });
  const text = String(number);
  return [...written, { about: 'a number', raw: number, pieces: [text], mark: text }, ...none];
}

/** Ways to write a day of the year `year`; slashes are day first. */
export function dateVariants(year: number): Variant[] {
  const march: Readonly<Record<string, unknown>> = {
    'an ISO day': `${year}-03-05`,
    'midnight in India as UTC': `${year}-03-04T18:30:00.000Z`,
    'month name first': `March 5, ${year}`,
    'slashes with a time': `05/03/${year} 10:00 AM`,
    'epoch milliseconds': Date.UTC(year, 2, 5, 6, 30),
  };
  const unreadable: Readonly<Record<string, unknown>> = {
    'no such day': `31/02/${year}`,
    'the text of a broken date': 'Invalid date',
    null: null,
    'no date at all': undefined,
    'an object': {},
  };
  return [
    ...Object.entries(march).map(([about, raw]) => ({ about, raw, day: `${year}-03-05` })),
    ...Object.entries(unreadable).map(([about, raw]) => ({ about, raw, day: null })),
  ];
}

/** As written and as it leads; `@` is a mark of its own. */
const LINKS: Readonly<Record<string, readonly [raw: string, href: string]>> = {
  https: ['https://example.org/@', 'https://example.org/@'],
  'no scheme, and blanks': [' forms.gle/a b?x=@ \n', 'https://forms.gle/a%20b?x=@'],
  'an escaped ampersand': ['https://example.org/?a=1&amp;b=@', 'https://example.org/?a=1&b=@'],
  Hindi: ['https://example.org/फोटो/@', new URL('https://example.org/फोटो/@').href],
};

const NO_LINKS: Readonly<Record<string, unknown>> = {
  'a script': 'javascript:alert(1)',
  'not applicable': 'N/A',
  'a dash': '-',
  null: null,
  missing: undefined,
};

/** Ways to write a link to a page of another site, and to have none. */
export function linkVariants(mark: () => string): Variant[] {
  return [
    ...Object.entries(LINKS).map(([about, link]) => {
      const word = mark();
      const [raw, href = null] = link.map((part) => part.replaceAll('@', word));
      return { about, raw, href };
    }),
    ...Object.entries(NO_LINKS).map(([about, raw]) => ({ about, raw, href: null })),
  ];
}

/** The folder and beginning of a file's path, and how the platform at `own` writes it. */
const FILES: Readonly<
  Record<string, readonly [start: string, raw: (path: string, own: string) => unknown]>
> = {
  'a list of one path': ['2026/03/', (path) => [path]],
  'a text': ['2026/03/', (path) => path],
  'objects with path': ['p/', (path) => [{ path, size: 12 }]],
  "the platform's own address": ['abs/', (path, own) => [`${own}/api/image/${path}`]],
  'the call in backslashes': ['pre/', (path) => `/api/image/${path}`.replaceAll('/', '\\')],
  'blanks in the name': ['sports day/photo ', (path) => [path]],
  'Hindi in the name': ['वार्षिक/चित्र-', (path) => [path]],
  'signs in the name': ['a&b/50% (1)+#', (path) => [path]],
  'rows of null between': ['nulls/', (path) => [null, '', path, {}, [], 0, { url: null }]],
};

const NO_FILES: Readonly<Record<string, unknown>> = {
  null: null,
  missing: undefined,
  'a list of null': [null],
  'a script': 'javascript:alert(1)',
};

/** Ways to name one file of the platform at `own`, and none; `number` is a name that is a number. */
export function fileVariants(own: string, newName: () => string, number: number): Variant[] {
  return [
    ...Object.entries(FILES).map(([about, [start, raw]]) => {
      const path = `${start}${newName()}`;
      return { about, path, raw: raw(path, own) };
    }),
    { about: 'a number', path: String(number), raw: [number] },
    ...Object.entries(NO_FILES).map(([about, raw]) => ({ about, path: null, raw })),
  ];
}

/** Ways to write a school or category that mean the same value. */
export function sameWord(word: string): Readonly<Record<string, string>> {
  const lower = word.toLowerCase();
  return {
    'lower case': lower,
    'blanks and mixed case': `\u00a0${lower.slice(0, 3).toUpperCase()}${lower.slice(3)}\r\n`,
  };
}
