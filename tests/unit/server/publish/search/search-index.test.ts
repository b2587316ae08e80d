import { expect, test } from 'vitest';
import { SearchIndex } from '../../../../../server/publish/search/search-index.ts';

test('each word of a long list without spaces is found', async () => {
  const index = new SearchIndex();
  const text = `swimming,${'bus,'.repeat(200)}library`;
  const sections = [{ id: null, heading: '', text }];
  const hrefs = { FARRUKHABAD: '/Sports' };
  await index.add({ id: 'page', kind: 'pages', title: 'Sports', sections, keywords: [], hrefs });
  for (const word of ['swimming', 'bus', 'library'])
    expect(index.search(word, { campus: 'FARRUKHABAD', language: 'en' })).toHaveLength(1);
});
