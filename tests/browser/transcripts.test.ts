import { expect, test } from 'vitest';
import { contentWith } from '../support/content-with.ts';
import type { ScreenReader } from '../support/screen-reader.ts';
import { startScreenReader } from '../support/screen-reader.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import hindi from '../../content/hi/texts.json' with { type: 'json' };
import written from '../../content/site.json' with { type: 'json' };
import spoken from '../support/fixtures/spoken-content.json' with { type: 'json' };

/** docs/transcripts: `npx vitest run tests/browser/transcripts.test.ts -u` writes them anew. */

const { FARRUKHABAD, ...others } = written.campuses;
const campuses = { ...others, FARRUKHABAD: { ...FARRUKHABAD, ...spoken.campus } };

const { browser, site } = siteInBrowser({
  sharesPictures: true,
  contentFolder: contentWith({
    'site.json': JSON.stringify({ ...written, ...spoken.site, campuses }),
    'fees.json': JSON.stringify(spoken.fees),
    'school-days.json': JSON.stringify(spoken.schoolDays),
    'hi/texts.json': JSON.stringify({ ...hindi, ...spoken.texts }),
  }),
  prewarm: true,
  now: () => new Date('2026-11-18T06:00:00Z'),
});

type Task = { name: string; title: string; go: (reader: ScreenReader) => Promise<void> };

const TASKS: readonly Task[] = [
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
      for (const part of ['h1', '.lede', '.form-fields', '.form-end', '.next-steps'])
        await read(`main ${part}`);
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
      await open('/Search?q=date+sheet');
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
      await read('form.form');
      await type('form.form [name=admission]', 'GIS-2024-001');
      await press('form.form [type=submit]', { until: '.form-failure' });
      await read('.form-failure');
    },
  },
];

const LANGUAGES = [
  { heading: 'English', prefix: '' },
  { heading: 'Hindi', prefix: '/hi' },
];

test.each(TASKS)('$name: what a screen reader speaks, in both languages', async (task) => {
  const parts = await Promise.all(
    LANGUAGES.map(async ({ heading, prefix }) => {
      const { page } = await browser.visit('about:blank', { reducedMotion: true });
      const reader = await startScreenReader(page, site.url);
      await task.go({ ...reader, open: (path) => reader.open(prefix + path) });
      return `## ${heading}\n\n\`\`\`text${reader.lines.join('\n')}\n\`\`\`\n`;
    }),
  );
  const text = `# ${task.title}\n\n${parts.join('\n')}`;
  await expect(text).toMatchFileSnapshot(`../../docs/transcripts/${task.name}.md`);
});
