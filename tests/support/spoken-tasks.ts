import { contentWith } from './content-with.ts';
import type { ScreenReader } from './screen-reader.ts';
import type { SiteOptions } from './site.ts';
import written from '../../content/site.json' with { type: 'json' };
import { feeFiles, hindiTexts, schoolDaysFiles } from './table-files.ts';
import spoken from './fixtures/spoken-content.json' with { type: 'json' };

type SpokenTask = {
  name: string;
  title: string;
  go: (reader: ScreenReader) => Promise<void>;
};

/** What visitors come for, as a screen reader goes through it. */
export const SPOKEN_TASKS: readonly SpokenTask[] = [
  {
    name: 'fee',
    title: 'What the school costs',
    async go({ open, follow, read }) {
      await open('/Admission');
      await follow('main a[href$="/Fees"]');
      await read('main h1');
      await read('main thead');
      await read('main tbody tr');
    },
  },
  {
    name: 'holiday',
    title: 'When the next holiday is',
    async go({ open, follow, read }) {
      await open('/Events');
      await follow('main a[href*="/Events/Calendar"]');
      await read('.school-days');
      await read('main tbody tr:nth-child(5)');
      await read('#holidays tbody tr:nth-child(11)');
    },
  },
  {
    name: 'call',
    title: 'Calling the office',
    async go({ open, read }) {
      await open('/Vision');
      await read('.shortcuts');
      await read('footer .branch');
    },
  },
  {
    name: 'apply',
    title: 'Applying for a place',
    async go({ open, follow, read }) {
      await open('/Vision');
      await follow('#menu > ul > li > a[href$="/Admission"]');
      for (const part of ['h1', '.lede', '.form']) await read(`main ${part}`);
    },
  },
  {
    name: 'enquiry',
    title: 'An enquiry with an error',
    async go({ open, read, press, type }) {
      await open('/Admission');
      await type('form.form [name=name]', 'Ravi Sharma');
      await press('form.form [type=submit]', { until: '.form-summary' });
      await read('.form-summary');
    },
  },
  {
    name: 'photos',
    title: 'Photographs of an event',
    async go({ open, read, press }) {
      await open('/SubGallery?id=alb-f-01');
      await read('main h1');
      const shown = ':has(.pswp__item[aria-hidden=false] .pswp__img:not(.pswp__img--placeholder))';
      const beside = ':has(.pswp__item[aria-hidden=true] .pswp__zoom-wrap)';
      await press('.photos a', { until: `.pswp--ui-visible.pswp--zoom-allowed${shown}${beside}` });
      await read('.pswp');
    },
  },
  {
    name: 'date-sheet',
    title: 'The date sheet of the examinations',
    async go({ open, follow, read }) {
      await open('/Search?q=datesheet');
      await read('.search-hits li');
      await follow('.search-hits h2 a');
      await read('main');
    },
  },
  {
    name: 'message',
    title: "A leader's message",
    async go({ open, read }) {
      await open('/PrincipalMessage');
      for (const part of ['h1', 'figure', '.leader-text']) await read(`main ${part}`);
    },
  },
  {
    name: 'event',
    title: 'The next event',
    async go({ open, follow, read }) {
      await open('/Events');
      await read('main article');
      await follow('main article h2 a, main article h3 a');
      await read('main');
    },
  },
  {
    name: 'certificate',
    title: 'A transfer certificate',
    async go({ open, read, type, press }) {
      await open('/Tc');
      await type('form.form [name=admission]', 'GIS-2024-001');
      await press('form.form [type=submit]', { until: '.form-failure' });
      await read('.form-failure');
    },
  },
];

export const SPOKEN_LANGUAGES = [
  { heading: 'English', prefix: '' },
  { heading: 'Hindi', prefix: '/hi' },
] as const;

const { FARRUKHABAD, ...others } = written.campuses;
const campuses = { ...others, FARRUKHABAD: { ...FARRUKHABAD, ...spoken.campus } };

/** Has texts of its own, so that the school can change its. */
export const SPOKEN_SITE: SiteOptions = {
  sharesPictures: true,
  contentFolder: contentWith({
    'site.json': JSON.stringify({ ...written, ...spoken.site, campuses }),
    ...feeFiles(spoken.fees),
    ...schoolDaysFiles(spoken.schoolDays),
    'hi/texts.csv': hindiTexts(spoken.texts),
  }),
  hasLists: true,
  now: () => new Date('2026-11-18T06:00:00Z'),
};

/** The part of a transcript that is in one language. */
export async function transcribe(
  { go }: SpokenTask,
  { heading, prefix }: (typeof SPOKEN_LANGUAGES)[number],
  reader: ScreenReader,
): Promise<string> {
  await go({ ...reader, open: (path) => reader.open(prefix + path) });
  return `\n## ${heading}\n\n\`\`\`text${reader.lines.join('\n')}\n\`\`\`\n`;
}
