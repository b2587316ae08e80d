import {
  addressesOf,
  attribute,
  elementsOf,
  oneLine,
  textOf,
  withTag,
  type Element,
} from './read-page.ts';
import type { Fetched } from './world.ts';
import type { ExpectedList, ExpectedRecord } from './providers/expected.ts';

/** What a place on a page shows of a record, beside its texts. */
export type Fact = 'date' | 'picture' | 'document' | 'link';

/** Marks are whole words, so that one is never found within another. */
export function countOf(mark: string, text: string): number {
  return text.split(new RegExp(`${mark}(?![0-9])`, 'u')).length - 1;
}

function differences(
  record: ExpectedRecord,
  card: Element,
  shown: readonly Fact[],
  hashes: string[],
): string[] {
  const text = textOf(card);
  const problems = record.texts
    .filter((piece) => !text.includes(oneLine(piece)))
    .map((piece) => `prints not "${piece.slice(0, 60)}" but "${text.slice(0, 200)}"`);
  if (shown.includes('date')) {
    const [time] = elementsOf(card, withTag('time'));
    const date = time === undefined ? null : attribute(time, 'datetime');
    if (date !== record.date) problems.push(`is of ${date}, not of ${record.date}`);
  }
  const wanted = [
    ...(shown.includes('picture') ? record.pictures.slice(0, 1) : []),
    ...(shown.includes('document') ? record.documents.slice(0, 1) : []),
  ];
  if (wanted.some((hash) => !hashes.includes(hash))) {
    problems.push(`lacks a file; it has ${JSON.stringify(addressesOf(card))}`);
  }
  if (shown.includes('picture') && shown.includes('document') && hashes.length > wanted.length) {
    problems.push(`shows a file too many: ${JSON.stringify(addressesOf(card))}`);
  }
  if (shown.includes('link')) {
    const links = addressesOf(card).links.filter((link) => !link.startsWith('/'));
    if (links.join() !== (record.link ?? '')) {
      problems.push(`leads to "${links.join()}", not to "${record.link ?? ''}"`);
    }
  }
  return problems.map((problem) => `${record.about}: ${problem}`);
}

/**
 * What is wrong with a page's cards of a list, in words; nothing where every record stands there
 * exactly once with all that it shows, and no row that must not.
 */
export async function compareCards(
  cards: readonly Element[],
  expected: ExpectedList,
  { shown, fetched }: { shown: readonly Fact[]; fetched: Fetched },
): Promise<string[]> {
  const texts = cards.map(textOf);
  const hashes = await Promise.all(cards.map((card) => fetched.originals(card)));
  const problems: string[] = [];
  for (const record of expected.records) {
    const { mark } = record;
    const places = cards.flatMap((_, index) => {
      const here =
        mark === null
          ? record.pictures.concat(record.documents).some((hash) => hashes[index]?.includes(hash))
          : countOf(mark, texts[index] ?? '') > 0;
      return here ? [index] : [];
    });
    const twins = expected.records.filter((other) => mark !== null && other.mark === mark).length;
    if (places.length !== Math.max(1, twins)) {
      problems.push(`${record.about} (${mark}): stands there ${places.length} times`);
      continue;
    }
    for (const place of places) {
      const card = cards[place];
      if (card !== undefined)
        problems.push(...differences(record, card, shown, hashes[place] ?? []));
    }
  }
  const all = texts.join('\n');
  for (const mark of expected.nowhere) {
    if (countOf(mark, all) > 0) problems.push(`${mark} must not stand there`);
  }
  return [...new Set(problems)];
}
