/** One way to write a field. `raw` undefined leaves the field out. */
export type TextVariant = {
  readonly about: string;
  readonly raw: unknown;
  /** What is printed, piece by piece; none where there is nothing to print. */
  readonly pieces: readonly string[];
  /** The word by which a page is searched. */
  readonly mark: string | null;
};

export type DateVariant = {
  readonly about: string;
  readonly raw: unknown;
  /** Day in India, YYYY-MM-DD; null where it is unreadable. */
  readonly day: string | null;
};

export type LinkVariant = {
  readonly about: string;
  readonly raw: unknown;
  /** Normalised address; null where there must be no link. */
  readonly href: string | null;
};

/** One way to name a stored file; `shown` false names none. */
export type FileVariant = {
  readonly about: string;
  /** The path under which the platform keeps the file. */
  readonly path: string;
  readonly raw: unknown;
  readonly shown: boolean;
};

type TextMaker = (mark: string) => readonly [raw: unknown, ...pieces: string[]];

const TEXTS: Readonly<Record<string, TextMaker>> = {
  'a plain text': (mark) => [`Plain words ${mark}`, `Plain words ${mark}`],
  'named and numbered entities': (mark) => [
    `Parents &amp; Teachers&#39; Day&nbsp;${mark} &ndash; &ldquo;come&rdquo; &#x1F389;`,
    `Parents & Teachers' Day ${mark} – “come” 🎉`,
  ],
  'an ampersand of its own': (mark) => [`AT&T &co R&D ${mark}`, `AT&T &co R&D ${mark}`],
  paragraphs: (mark) => [
    `<p>First lines ${mark}</p><p>Second lines</p>`,
    `First lines ${mark}`,
    'Second lines',
  ],
  breaks: (mark) => [
    `One ${mark}<br>Two<br/>Three<BR />Four`,
    `One ${mark}`,
    'Two',
    'Three',
    'Four',
  ],
  'tags with attributes': (mark) => [
    `<b style="color:red">Bold</b> <SPAN class='x'>span ${mark}</SPAN> <a href="https://evil.example">here</a>`,
    `Bold span ${mark} here`,
  ],
  'a tag left open': (mark) => [`<div><b>Open ${mark}`, `Open ${mark}`],
  'script and handlers': (mark) => [
    `<img src=x onerror="document.title='owned'">Safe ${mark}<script>document.title='owned'</script>`,
    `Safe ${mark}`,
  ],
  'signs of comparison': (mark) => [`5 < 6 and 7 > 3 ${mark}`, `5 < 6 and 7 > 3 ${mark}`],
  'an escaped sign': (mark) => [`I &lt;3 books ${mark}`, `I <3 books ${mark}`],
  'an escaped script': (mark) => [
    `Careful ${mark} &lt;script&gt;document.title='owned'&lt;/script&gt;`,
    `Careful ${mark}`,
  ],
  Hindi: (mark) => [`वार्षिक उत्सव ${mark} – कक्षा १०`, `वार्षिक उत्सव ${mark} – कक्षा १०`],
  Urdu: (mark) => [`سالانہ جلسہ ${mark}`, `سالانہ جلسہ ${mark}`],
  'bidi marks': (mark) => [
    `\u202eTurned ${mark}\u202c and \u2067isolated`,
    `Turned ${mark} and isolated`,
  ],
  'an unbroken word': (mark) => [`${'W'.repeat(300)}${mark}`, `${'W'.repeat(300)}${mark}`],
  'an unbroken link': (mark) => [
    `https://example.org/${'a'.repeat(300)}/${mark}`,
    `https://example.org/${'a'.repeat(300)}/${mark}`,
  ],
  'outer blanks': (mark) => [`\r\n \t Blank ${mark} \u00a0\n`, `Blank ${mark}`],
  'a NUL and controls': (mark) => [`Con\u0000trol\u0007 ${mark}`, `Control ${mark}`],
  'an emoji family': (mark) => [`👨‍👩‍👧‍👦 day ${mark}`, `👨‍👩‍👧‍👦 day ${mark}`],
};

const NO_TEXTS: Readonly<Record<string, unknown>> = {
  'null as text': null,
  'no text at all': undefined,
  'an empty text': '',
  'blanks only': ' \n\u00a0 ',
  'empty tags': '<p></p><br>',
  'an entity blank': '&nbsp;',
};

/** Every way to write a text that is printed, with `mark` in it; `number` stands as a number. */
export function textVariants(mark: () => string, number: number): TextVariant[] {
  const written = Object.entries(TEXTS).map(([about, make]): TextVariant => {
    const word = mark();
    const [raw, ...pieces] = make(word);
    return { about, raw, pieces, mark: word };
  });
  return [
    ...written,
    { about: 'a number', raw: number, pieces: [String(number)], mark: String(number) },
  ];
}

/** Every way to have no text. */
export function missingTexts(): TextVariant[] {
  return Object.entries(NO_TEXTS).map(([about, raw]) => ({
    about,
    raw,
    pieces: [],
    mark: null,
  }));
}

/** Every way to write a day of the year `year`; slashes, dots and dashes are day first. */
export function dateVariants(year: number): DateVariant[] {
  const noon = Date.UTC(year, 2, 5, 6, 30);
  const rfc = new Date(noon).toUTCString().replace(/\d\d:\d\d:\d\d GMT/, '12:00:00 +0530');
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
    'RFC 2822': rfc,
    "a browser's toUTCString": new Date(noon).toUTCString(),
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

/** Every way to write a link to a page of another site; `mark` makes each its own. */
export function linkVariants(mark: () => string): LinkVariant[] {
  const led: readonly (readonly [string, (at: string) => string, (at: string) => string])[] = [
    ['https', (at) => `https://example.org/${at}`, (at) => `https://example.org/${at}`],
    ['capitals', (at) => `HTTPS://EXAMPLE.ORG/${at}`, (at) => `https://example.org/${at}`],
    ['no scheme', (at) => `forms.gle/${at}`, (at) => `https://forms.gle/${at}`],
    ['www', (at) => `www.example.org/${at}`, (at) => `https://www.example.org/${at}`],
    ['outer blanks', (at) => ` https://example.org/${at} \n`, (at) => `https://example.org/${at}`],
    [
      'a blank inside',
      (at) => `https://example.org/a b/${at}`,
      (at) => `https://example.org/a%20b/${at}`,
    ],
    ['both', (at) => ` example.org/a b?x=${at}`, (at) => `https://example.org/a%20b?x=${at}`],
    ['two slashes', (at) => `//cdn.example.org/${at}`, (at) => `https://cdn.example.org/${at}`],
    ['backslashes', (at) => `https:\\\\example.org\\${at}`, (at) => `https://example.org/${at}`],
    [
      'an escaped ampersand',
      (at) => `https://example.org/?a=1&amp;b=${at}`,
      (at) => `https://example.org/?a=1&b=${at}`,
    ],
    [
      'Hindi',
      (at) => `https://example.org/फोटो/${at}`,
      (at) => new URL(`https://example.org/फोटो/${at}`).href,
    ],
  ];
  const none: Readonly<Record<string, unknown>> = {
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
  return [
    ...led.map(([about, raw, href]) => {
      const word = mark();
      return { about, raw: raw(word), href: href(word) };
    }),
    ...Object.entries(none).map(([about, raw]) => ({ about, raw, href: null })),
  ];
}

/** Every way to name one stored file of the platform at `own`; `name` is its base name, `number` a name that is a number. */
export function fileVariants(
  own: string,
  name: () => string,
  { extension, number }: { extension: string; number: number },
): FileVariant[] {
  const made: readonly (readonly [string, (base: string) => string, (path: string) => unknown])[] =
    [
      ['a list of one path', (at) => `2026/03/${at}`, (path) => [path]],
      ['a text', (at) => `2026/03/${at}`, (path) => path],
      ['an object with url', (at) => `u/${at}`, (path) => ({ url: `/api/image/${path}` })],
      ['objects with url', (at) => `u/${at}`, (path) => [{ url: `${own}/api/image/${path}` }]],
      ['an object with path', (at) => `p/${at}`, (path) => ({ path })],
      ['objects with path', (at) => `p/${at}`, (path) => [{ path, size: 12 }]],
      ["the platform's own address", (at) => `abs/${at}`, (path) => [`${own}/api/image/${path}`]],
      [
        'its own address with a query',
        (at) => `abs/q/${at}`,
        (path) => `${own}/api/image/${path}?v=2`,
      ],
      ['backslashes', (at) => `uploads/2026/${at}`, (path) => [path.replaceAll('/', '\\')]],
      ['the call as prefix', (at) => `pre/${at}`, (path) => [`/api/image/${path}`]],
      ['the call without slash', (at) => `pre/b/${at}`, (path) => `api/image/${path}`],
      [
        'the call in backslashes',
        (at) => `pre/c/${at}`,
        (path) => [`\\api\\image\\${path.replaceAll('/', '\\')}`],
      ],
      ['a leading slash', (at) => `lead/${at}`, (path) => [`/${path}`]],
      ['blanks in the name', (at) => `sports day/photo ${at}`, (path) => [path]],
      ['Hindi in the name', (at) => `वार्षिक/चित्र-${at}`, (path) => [path]],
      ['signs in the name', (at) => `a&b/50% (1)+#${at}`, (path) => [path]],
      ['outer blanks', (at) => `blank/${at}`, (path) => [` ${path}\n`]],
      [
        'rows of null between',
        (at) => `nulls/${at}`,
        (path) => [null, '', path, {}, [], 0, { url: null }],
      ],
    ];
  const none: Readonly<Record<string, unknown>> = {
    null: null,
    missing: undefined,
    'an empty text': '',
    'an empty list': [],
    'a list of null': [null],
    'an empty object': {},
    'a truth value': false,
    'a script': 'javascript:alert(1)',
  };
  return [
    ...made.map(([about, pathOf, raw]) => {
      const path = pathOf(`${name()}${extension}`);
      return { about, path, raw: raw(path), shown: true };
    }),
    { about: 'a number', path: String(number), raw: [number], shown: true },
    ...Object.entries(none).map(([about, raw]) => ({ about, path: '', raw, shown: false })),
  ];
}

/** Ways to write a school or category that mean the same value. */
export function sameWord(word: string): readonly (readonly [about: string, raw: string])[] {
  const lower = word.toLowerCase();
  return [
    ['lower case', lower],
    ['a capital first', `${word.slice(0, 1).toUpperCase()}${lower.slice(1)}`],
    ['outer blanks', ` ${word} `],
    ['blanks and mixed case', `\t${lower.slice(0, 3).toUpperCase()}${lower.slice(3)}\r\n`],
    ['a blank that does not break', `\u00a0${word}`],
  ];
}
