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

/** As written, then the printed pieces if they differ; `@` is a mark of its own. */
const TEXTS: Readonly<Record<string, string | readonly [raw: string, ...pieces: string[]]>> = {
  'a plain text': 'Plain words @',
  'named and numbered entities': [
    'Parents &amp; Teachers&#39; Day&nbsp;@ &ndash; &ldquo;come&rdquo; &#x1F389;',
    "Parents & Teachers' Day @ – “come” 🎉",
  ],
  'an ampersand of its own': 'AT&T &co R&D @',
  paragraphs: ['<p>First lines @</p><p>Second lines</p>', 'First lines @', 'Second lines'],
  breaks: ['One @<br>Two<br/>Three<BR />Four', 'One @', 'Two', 'Three', 'Four'],
  'tags with attributes': [
    `<b style="color:red">Bold</b> <SPAN class='x'>span @</SPAN> <a href="https://evil.example">here</a>`,
    'Bold span @ here',
  ],
  'a tag left open': ['<div><b>Open @', 'Open @'],
  'script and handlers': [
    `<img src=x onerror="document.title='owned'">Safe @<script>document.title='owned'</script>`,
    'Safe @',
  ],
  'signs of comparison': '5 < 6 and 7 > 3 @',
  'an escaped sign': ['I &lt;3 books @', 'I <3 books @'],
  'an escaped script': [
    "Careful @ &lt;script&gt;document.title='owned'&lt;/script&gt;",
    'Careful @',
  ],
  Hindi: 'वार्षिक उत्सव @ – कक्षा १०',
  Urdu: 'سالانہ جلسہ @',
  'bidi marks': ['\u202eTurned @\u202c and \u2067isolated', 'Turned @ and isolated'],
  'an unbroken word': `${'W'.repeat(300)}@`,
  'an unbroken link': `https://example.org/${'a'.repeat(300)}/@`,
  'outer blanks': ['\r\n \t Blank @ \u00a0\n', 'Blank @'],
  'a NUL and controls': ['Con\u0000trol\u0007 @', 'Control @'],
  'an emoji family': '👨‍👩‍👧‍👦 day @',
};

const NO_TEXTS: Readonly<Record<string, unknown>> = {
  'null as text': null,
  'no text at all': undefined,
  'an empty text': '',
  'blanks only': ' \n\u00a0 ',
  'empty tags': '<p></p><br>',
  'an entity blank': '&nbsp;',
};

/** Every way to write a text, and to have none; `number` stands as a number. */
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

/** Every way to write a day of the year `year`; slashes, dots and dashes are day first. */
export function dateVariants(year: number): Variant[] {
  const noon = Date.UTC(year, 2, 5, 6, 30);
  const utc = new Date(noon).toUTCString();
  const march: Readonly<Record<string, unknown>> = {
    'an ISO day': `${year}-03-05`,
    'ISO with Z': `${year}-03-05T04:30:00.000Z`,
    'ISO with an offset': `${year}-03-05T23:30:00+05:30`,
    'ISO without zone': `${year}-03-05T10:00:00`,
    'midnight in India as UTC': `${year}-03-04T18:30:00.000Z`,
    'SQL date and time': `${year}-03-05 10:00:00`,
    'SQL with a fraction': `${year}-03-05 10:00:00.000`,
    'month name first': `March 5, ${year}`,
    'short month first': `Mar 5, ${year}`,
    'day and month name': `5 March ${year}`,
    'day and short month': `05-Mar-${year}`,
    'one-digit slashes': `5/3/${year}`,
    slashes: `05/03/${year}`,
    'slashes with a time': `05/03/${year} 10:00 AM`,
    'day-first dashes': `05-03-${year}`,
    'day-first dots': `05.03.${year}`,
    'year first with slashes': `${year}/03/05`,
    'one-digit ISO': `${year}-3-5`,
    'epoch milliseconds': noon,
    'epoch milliseconds as text': String(noon),
    'RFC 2822': utc.replace(/\d\d:\d\d:\d\d GMT/, '12:00:00 +0530'),
    "a browser's toUTCString": utc,
    'outer blanks': `  ${year}-03-05 \n`,
  };
  const unreadable: Readonly<Record<string, unknown>> = {
    'a word': 'soon',
    'no such day': `31/02/${year}`,
    'no such month': `${year}-13-45`,
    zeros: '0000-00-00',
    'zeros with a time': '0000-00-00 00:00:00',
    'the text of a broken date': 'Invalid date',
    null: null,
    'no date at all': undefined,
    'an empty text': '',
    'an object': {},
    'a list': [],
    'a truth value': true,
  };
  return [
    ...Object.entries(march).map(([about, raw]) => ({ about, raw, day: `${year}-03-05` })),
    { about: 'slashes that only day first reads', raw: `25/12/${year}`, day: `${year}-12-25` },
    ...Object.entries(unreadable).map(([about, raw]) => ({ about, raw, day: null })),
  ];
}

/** As written and as it leads; `@` is a mark of its own. */
const LINKS: Readonly<Record<string, readonly [raw: string, href: string]>> = {
  https: ['https://example.org/@', 'https://example.org/@'],
  capitals: ['HTTPS://EXAMPLE.ORG/@', 'https://example.org/@'],
  'no scheme': ['forms.gle/@', 'https://forms.gle/@'],
  www: ['www.example.org/@', 'https://www.example.org/@'],
  'outer blanks': [' https://example.org/@ \n', 'https://example.org/@'],
  'a blank inside': ['https://example.org/a b/@', 'https://example.org/a%20b/@'],
  both: [' example.org/a b?x=@', 'https://example.org/a%20b?x=@'],
  'two slashes': ['//cdn.example.org/@', 'https://cdn.example.org/@'],
  backslashes: ['https:\\\\example.org\\@', 'https://example.org/@'],
  'an escaped ampersand': ['https://example.org/?a=1&amp;b=@', 'https://example.org/?a=1&b=@'],
  Hindi: ['https://example.org/फोटो/@', new URL('https://example.org/फोटो/@').href],
};

const NO_LINKS: Readonly<Record<string, unknown>> = {
  'a script': 'javascript:alert(1)',
  'a hidden script': ' java\nscript:alert(1)',
  'a data address': 'data:text/html,<script>alert(1)</script>',
  'a hash': '#',
  'not applicable': 'N/A',
  'a dash': '-',
  'a scheme only': 'https://',
  empty: '',
  blanks: '   ',
  null: null,
  missing: undefined,
  zero: 0,
  'an object': {},
};

/** Every way to write a link to a page of another site, and to have none. */
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
  'an object with url': ['u/', (path) => ({ url: `/api/image/${path}` })],
  'objects with url': ['u/', (path, own) => [{ url: `${own}/api/image/${path}` }]],
  'an object with path': ['p/', (path) => ({ path })],
  'objects with path': ['p/', (path) => [{ path, size: 12 }]],
  "the platform's own address": ['abs/', (path, own) => [`${own}/api/image/${path}`]],
  'its own address with a query': ['abs/q/', (path, own) => `${own}/api/image/${path}?v=2`],
  backslashes: ['uploads/2026/', (path) => [path.replaceAll('/', '\\')]],
  'the call as prefix': ['pre/', (path) => [`/api/image/${path}`]],
  'the call without slash': ['pre/b/', (path) => `api/image/${path}`],
  'the call in backslashes': ['pre/c/', (path) => `/api/image/${path}`.replaceAll('/', '\\')],
  'a leading slash': ['lead/', (path) => [`/${path}`]],
  'blanks in the name': ['sports day/photo ', (path) => [path]],
  'Hindi in the name': ['वार्षिक/चित्र-', (path) => [path]],
  'signs in the name': ['a&b/50% (1)+#', (path) => [path]],
  'outer blanks': ['blank/', (path) => [` ${path}\n`]],
  'rows of null between': ['nulls/', (path) => [null, '', path, {}, [], 0, { url: null }]],
};

const NO_FILES: Readonly<Record<string, unknown>> = {
  null: null,
  missing: undefined,
  'an empty text': '',
  'an empty list': [],
  'a list of null': [null],
  'an empty object': {},
  'a truth value': false,
  'a script': 'javascript:alert(1)',
};

/** Every way to name one file of the platform at `own`, and none; `number` is a name that is a number. */
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
    'a capital first': `${word.slice(0, 1).toUpperCase()}${lower.slice(1)}`,
    'outer blanks': ` ${word} `,
    'blanks and mixed case': `\t${lower.slice(0, 3).toUpperCase()}${lower.slice(3)}\r\n`,
    'a blank that does not break': `\u00a0${word}`,
  };
}
