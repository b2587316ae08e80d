import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf } from '../support/compare-records.ts';
import { attribute, elementsOf, textOf, withTag } from '../support/read-page.ts';
import { openPage, startMessyWorld, type World } from '../support/world.ts';

const MANY = 5_000;

let world: World;

beforeAll(async () => {
  world = await startMessyWorld({ manyNews: MANY });
});

afterAll(() => world.close());

test('R-131 R-156: a list of 5,000 more records shows each once, and stays while the provider sends pages', async () => {
  const { records } = world.provider.expected('news', 'FARRUKHABAD');
  const many = records.flatMap(({ about, mark }) =>
    about.endsWith('one of many') ? (mark ?? []) : [],
  );
  expect(many).toHaveLength(MANY);
  await (await fetch(`${world.site.url}/News?year=All&show=6000`)).text();
  world.provider.startMaintenance();
  const page = await openPage(world.site, '/News?year=All&show=6000');
  const cards = elementsOf(page, withTag('article'));
  expect(cards).toHaveLength(records.length);
  const words = new Map<string, number>();
  for (const word of cards.flatMap((card) => textOf(card).split(' '))) {
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  expect(many.filter((mark) => words.get(mark) !== 1)).toEqual([]);
  expect(countOf(String(records.length), textOf(page))).toBeGreaterThan(0);
  expect(elementsOf(page, (element) => attribute(element, 'role') === 'alert')).toEqual([]);
});
