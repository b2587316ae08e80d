import type { ListName } from '../../shared/records/provider-lists.ts';

/** As a platform of many hands writes a text, a day and a school; `@` is a word that no other record has. */
const TEXTS = [
  'Plain words @',
  '<b style="color:red">Parents</b> &amp; Teachers&#39; Day&nbsp;@ &ndash; &#x1F389;',
  '<p>First lines @</p><p>Second lines</p>',
  `<img src=x onerror="document.title='owned'">Safe @<script>document.title='owned'</script>`,
  '5 < 6 and 7 > 3 @',
  'वार्षिक उत्सव @ – कक्षा १०',
  '\u202eTurned @\u202c and \u2067isolated',
];
/** With the day that is read. */
const DATES: readonly (readonly [written: unknown, day: string | null])[] = [
  ['2026-03-05', '2026-03-05'],
  ['2026-03-04T18:30:00.000Z', '2026-03-05'],
  ['March 5, 2026', '2026-03-05'],
  ['05/03/2026 10:00 AM', '2026-03-05'],
  [Date.UTC(2026, 2, 5, 6, 30), '2026-03-05'],
  ['31/02/2026', null],
  [null, null],
];
const SCHOOLS: Readonly<Record<string, readonly string[]>> = {
  FARRUKHABAD: ['FARRUKHABAD', 'farrukhabad', '\u00a0Farrukhabad\r\n'],
  NEKPUR: ['NEKPUR', 'nekpur', ' NekPur'],
};
const RUBBISH: readonly unknown[] = [null, 'rubbish', 7, [], {}, true, [null]];

/** A file as a platform writes it, each time in another way; `undefined` for none. */
const FILES: readonly ((path: string) => unknown)[] = [
  (path) => [path],
  (path) => path.replaceAll('/', '\\'),
  (path) => [{ url: `/api/image/${path}` }],
  (path) => ({ data: { path } }),
  () => null,
  () => ['data:image/png;base64,AAAA', {}, ''],
  () => undefined,
];

type MessyList = {
  text: string;
  date?: string;
  pictures?: string;
  documents?: string;
  category?: string;
};

/** Its fields by what they hold. */
const LISTS: Readonly<Record<string, MessyList>> = {
  birthdays: { text: 'name', pictures: 'attachments', category: 'Student' },
  news: { text: 'title', date: 'fromDate', documents: 'attachments', category: 'News' },
  events: { text: 'title', date: 'date', pictures: 'images', documents: 'attachments' },
  gallery: { text: 'title', date: 'date', pictures: 'attachments', category: 'PhotoGallery' },
  notification: { text: 'title', pictures: 'image', documents: 'attachments' },
  onlineRegistration: { text: 'title', documents: 'attachments' },
  highlight: { text: 'title', documents: 'attachments' },
};

export type MessyRecord = { list: string; school: string; word: string; day: string | null };

/** The bodies of all lists, and what readers get of them; `nowhere` has words that no page shows. */
export function messyLists(): {
  bodies: Map<ListName, unknown>;
  records: MessyRecord[];
  nowhere: string[];
} {
  const bodies = new Map<ListName, unknown>();
  const records: MessyRecord[] = [];
  const nowhere: string[] = [];
  const lists = Object.entries(LISTS).entries();
  for (const [at, [list, { text, date, pictures, documents, category }]] of lists) {
    const rowOf = (word: string, index: number, school: unknown): Record<string, unknown> => ({
      _id: `${list}-${word}`,
      __v: 0,
      school,
      category,
      [text]: TEXTS[index]?.replaceAll('@', word),
      class: 5,
      createdBy: { name: 'office', deletedAt: null },
      ...(date === undefined ? {} : { [date]: DATES[index]?.[0] }),
      ...(pictures === undefined ? {} : { [pictures]: FILES[index]?.(`${list}/${word}.jpg`) }),
      ...(documents === undefined ? {} : { [documents]: FILES[index]?.(`${list}/${word}.PDF`) }),
    });
    const rows = Object.entries(SCHOOLS).flatMap(([school, spellings]) =>
      TEXTS.map((_, index) => {
        const word = `${list}${school.slice(0, 1)}${index}x`;
        records.push({ list, school, word, day: DATES[index]?.[1] ?? null });
        return rowOf(word, index, spellings[index % spellings.length]);
      }),
    );
    const others = ['KANPUR', 7, 'NEKPUR KANPUR'].map((school, index) => {
      nowhere.push(`${list}Other${index}x`);
      return rowOf(`${list}Other${index}x`, index, school);
    });
    const all = [...RUBBISH, ...rows, ...others];
    // By turns an array, an envelope and one with words about it.
    const body = [all, { data: all }, { status: 'success', code: 200, error: null, data: all }][
      at % 3
    ];
    // The names of the table are those of lists.
    bodies.set(list as ListName, body);
    if (['news', 'events', 'gallery'].includes(list)) bodies.set(`${list}All` as ListName, body);
  }
  return { bodies, records, nowhere };
}
