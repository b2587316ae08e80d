import type { School } from './expected.ts';
import type { MessyEntry, MessyStore } from './messy-records.ts';

type Leader = {
  about: string;
  school: School;
  category: string;
  message: unknown;
  /** Printed pieces of the message; none where the built-in text is to stand. */
  pieces: readonly string[];
};

const LEADERS: readonly Leader[] = [
  {
    about: 'rubbish of a word processor',
    school: 'FARRUKHABAD',
    category: 'Principal',
    message:
      '<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style>p.MsoNormal{margin:0}</style><p class=MsoNormal style=\'mso-margin-top-alt:auto;width:2000px\'><span lang=EN-IN style="font-size:40pt">Dear parents leadFP001<o:p></o:p></span></p><p>We care.</p>',
    pieces: ['Dear parents leadFP001', 'We care.'],
  },
  {
    about: 'tags without words',
    school: 'FARRUKHABAD',
    category: 'Vice Principal',
    message: '<p>&nbsp;</p><p><br></p>\u200b',
    pieces: [],
  },
  {
    about: 'lines of plain text',
    school: 'FARRUKHABAD',
    category: ' manager ',
    message: 'Learning &amp; growing leadFM001\r\nSecond line',
    pieces: ['Learning & growing leadFM001', 'Second line'],
  },
  {
    about: 'script and handlers',
    school: 'NEKPUR',
    category: 'principal',
    message:
      "<script>document.title='owned'</script><p onclick=\"document.title='owned'\">Good morning leadNP001</p><iframe src=https://evil.example></iframe>",
    pieces: ['Good morning leadNP001'],
  },
  { about: 'null', school: 'NEKPUR', category: 'CHAIRMAN', message: null, pieces: [] },
];

/** The leaders' messages: rubbish, empty ones and two of one office; Nekpur has no chairperson. */
export function messyLeaders(store: MessyStore): MessyEntry[] {
  const first = LEADERS.map(({ about, school, category, message, pieces }, index): MessyEntry => {
    const isEven = index % 2 === 0;
    const isShown = pieces.length > 0;
    const path = `leaders/${index}.jpg`;
    const picture = store.keep(path, 'pictures');
    const mark = /lead[FN][A-Z]\d{3}/.exec(pieces.join(' '))?.[0] ?? null;
    const printed = [`Dr. A&B ${school} ${index}`, ...(isEven ? ['Head of School'] : [])];
    return {
      school,
      row: {
        school: isEven ? school : ` ${school.toLowerCase()}`,
        category,
        name: `Dr. A&amp;B ${school} ${index}`,
        designation: isEven ? 'Head <b>of</b> School' : null,
        message,
        attachments: isEven ? path : [{ url: `/api/image/${path}` }],
        extra: { rank: index },
      },
      mark,
      expected: {
        about: `${category.trim().toLowerCase()}: ${about}`,
        mark,
        texts: isShown ? [...pieces, ...printed] : [],
        pictures: isShown ? [picture] : [],
        documents: [],
        date: null,
        link: null,
        albumId: null,
      },
    };
  });
  const second: MessyEntry = {
    school: 'FARRUKHABAD',
    row: {
      school: 'FARRUKHABAD',
      category: 'Principal',
      name: 'The one before',
      message: '<p>Of last year leadFP002</p>',
      attachments: [],
    },
    mark: 'leadFP002',
    expected: null,
  };
  return [...first, second];
}
