import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasFirefox } from '../../support/browser-firefox.ts';
import { hasOrca, startOrca, type Orca } from '../../support/orca/orca.ts';
import { sharedSite } from '../../support/site.ts';
import {
  SPOKEN_LANGUAGES,
  SPOKEN_SITE,
  SPOKEN_TASKS,
  transcribe,
} from '../../support/spoken-tasks.ts';
import { untilSearchable } from '../../support/until-searchable.ts';

/** docs/transcripts/orca: `npx vitest run tests/slow/browser/orca.test.ts -u` writes them anew. */

describe.skipIf(!hasOrca() || !hasFirefox())('Orca, in Firefox', () => {
  const site = sharedSite(SPOKEN_SITE);
  let orca: Orca;
  beforeAll(async () => {
    await untilSearchable(site);
    orca = await startOrca(site.url);
  });
  afterAll(() => orca.close());

  // On a busy machine Orca may speak before the page has told it all.
  test.each(SPOKEN_TASKS)(
    '$name: what is spoken, in both languages',
    { retry: 2 },
    async (task) => {
      onTestFinished(() => orca.clearDrafts());
      let text = `# ${task.title}\n`;
      for (const language of SPOKEN_LANGUAGES)
        text += await transcribe(task, language, orca.listen());
      await expect(text).toMatchFileSnapshot(`../../../docs/transcripts/orca/${task.name}.md`);
    },
  );
});
