import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from '../../../../server/content/check-content.ts';
import { loadContent } from '../../../../server/content/content.ts';
import { formatProblem } from '../../../../server/content/problem.ts';
import { PROSE_NAMES } from '../../../../shared/prose.ts';
import { pageAt } from '../../../../client/addresses.ts';
import { contentWith } from '../../../support/content-with.ts';

const TILE = { icon: 'alumni', label: 'Tile', note: 'Note' };

test('a link to a section that its page lacks is a warning with the section that is meant', async () => {
  const { site } = await loadContent('content');
  const menu = [{ label: 'Bus', links: [{ label: 'Stops', to: 'transport#stop' }] }, ...site.menu];
  const tiles = [
    { ...TILE, href: 'transport#stops' },
    { ...TILE, label: 'Aim', href: '/Vision?a=b#our-ain' },
  ];
  const folder = contentWith({
    'site.json': JSON.stringify({ ...site, menu, tiles }),
    'pages/transport.md':
      '---\ntitle: Transport\n---\n\nText.\n\n## Where buses stop {#stops}\n\n[A](/Vision#our-aim) [B](/Contact#anything) [C](/nekhpur/vision#stops)\n',
    'pages/transport.nekpur.md':
      '---\ntitle: Transport\n---\n\nText.\n\n## Times of buses\n\nText.\n',
    'pages/vision.md': '# Vision\n\n## Our aim\n\nText.\n',
    'hi/pages/mission.md': '# ध्येय\n\n[ए](/Vision#our-aims)\n',
  });
  appendFileSync(
    join(folder, 'disclosure.csv'),
    'Farrukhabad,A,General Information,99,Bus,Stops,,,,/transport#stopps,\n',
  );
  const problems = await checkContent(folder);
  expect(problems.map(({ level }) => level)).toEqual(problems.map(() => 'warning'));
  const top = 'leads to the top of its page, which has no section';
  expect(problems.map(formatProblem).toSorted()).toEqual([
    expect.stringMatching(
      /^disclosure\.csv: row \d+, column J \(Document\): \/transport#stopps leads to the top of its page, which has no section stopps; did you mean stops\?$/,
    ),
    `hi/pages/mission.md: /Vision#our-aims ${top} our-aims; did you mean our-aim?`,
    `pages/transport.md: /nekhpur/vision#stops ${top} stops`,
    `site.json: menu, entry 1 (Bus), links, entry 1 (Stops), to: transport#stop ${top} stop`,
    `site.json: menu, entry 1 (Bus), links, entry 1 (Stops), to: transport#stop ${top} stop; did you mean stops?`,
    `site.json: tiles, entry 1 (Tile), href: transport#stops ${top} stops`,
    `site.json: tiles, entry 2 (Aim), href: /Vision?a=b#our-ain ${top} our-ain; did you mean our-aim?`,
  ]);
});

test('each text of the folder is on the page of its name, whose sections links may name', () => {
  const pages = PROSE_NAMES.filter((name) => pageAt(`/${name.replaceAll('-', '')}`) === undefined);
  // It is on the home pages.
  expect(pages).toEqual(['about-us']);
});
