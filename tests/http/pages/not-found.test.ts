import { expect, test } from 'vitest';
import { allOf, attribute, openComplete, select } from '../../support/read-page.ts';
import { sharedSite } from '../../support/site.ts';

const site = sharedSite();

test.each([
  ['/NoSuchPage', 'FARRUKHABAD'],
  ['/Nekpur/visions/', 'NEKPUR'],
  ['/contact-us.html', 'FARRUKHABAD'],
  ['/wp-login.php', 'FARRUKHABAD'],
  [`/${'x'.repeat(200)}`, 'FARRUKHABAD'],
])(
  'R-059: the 404 page of %s is in the frame of %s, and links the home pages',
  async (path, campus) => {
    const page = await openComplete(site.url + path, 404);
    expect(attribute(page, 'data-campus')).toBe(campus);
    expect(select(page, 'main [fetchpriority=high]')).toHaveLength(1);
    const labels = Object.values(site.content.site.campuses).map(({ label }) => `${label} campus`);
    expect(allOf(page, 'main a')).toEqual(labels);
  },
);
