import { beforeAll, expect, test } from 'vitest';
import { startScreenReader } from '../../support/screen-reader.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';
import {
  SPOKEN_LANGUAGES,
  SPOKEN_SITE,
  SPOKEN_TASKS,
  transcribe,
} from '../../support/spoken-tasks.ts';
import { untilSearchable } from '../../support/until-searchable.ts';

/** docs/transcripts: `npx vitest run tests/slow/browser/transcripts.test.ts -u` writes them anew. */

const { browser, site } = siteInBrowser(SPOKEN_SITE);
beforeAll(() => untilSearchable(site));

test.each(SPOKEN_TASKS)('$name: what a screen reader speaks, in both languages', async (task) => {
  const parts = await Promise.all(
    SPOKEN_LANGUAGES.map(async (language) => {
      const { page } = await browser.visit('about:blank');
      return transcribe(task, language, await startScreenReader(page, site.url));
    }),
  );
  const text = `# ${task.title}\n${parts.join('')}`;
  await expect(text).toMatchFileSnapshot(`../../../docs/transcripts/${task.name}.md`);
});
