import type { ListName, ReadList, RecordOf } from './provider-lists.ts';
import type { PagedRecord, RecordKind } from './record-kind.ts';
import { RECORD_KINDS, type RecordSegment } from './registry.ts';
import type { Day } from '../dates.ts';

export type KindRecord<Segment extends RecordSegment> = RecordOf<ListNameOf<Segment>> & PagedRecord;

type ListNameOf<Segment extends RecordSegment> = keyof (typeof RECORD_KINDS)[Segment]['lists'] &
  ListName;

/** The provider's lists of a kind, the complete one first. */
export function listsOf(segment: RecordSegment): readonly [ListName, ...ListName[]] {
  return Object.keys(RECORD_KINDS[segment].lists) as [ListName, ...ListName[]];
}

/** All records of a kind, each once, in the provider's order: the complete list, then what only a shorter one has. */
export function kindRecords<Segment extends RecordSegment>(
  segment: Segment,
  read: ReadList,
): KindRecord<Segment>[] {
  const [complete = [], ...shorter] = listsOf(segment).map(
    // The lists of a kind have its records.
    (name) => read(name) as readonly KindRecord<Segment>[],
  );
  const ids = new Set(complete.map(({ id }) => id));
  return [...complete, ...shorter.flat().filter(({ id }) => !ids.has(id))];
}

/** The same in the order of the list page. */
export function inListOrder<Segment extends RecordSegment>(
  segment: Segment,
  read: ReadList,
): readonly KindRecord<Segment>[] {
  return kindOf(segment).listOrder(kindRecords(segment, read));
}

/** The same in the order of a feed; none for a kind without feeds. */
export function inFeedOrder(
  segment: RecordSegment,
  read: ReadList,
  today: Day,
): readonly PagedRecord[] {
  return kindOf(segment).feedOrder?.(kindRecords(segment, read), today) ?? [];
}

function kindOf<Segment extends RecordSegment>(segment: Segment): RecordKind<KindRecord<Segment>> {
  // TypeScript cannot see that a segment's kind and its record belong together.
  return RECORD_KINDS[segment] as unknown as RecordKind<KindRecord<Segment>>;
}
