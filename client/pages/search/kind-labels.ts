import { RECORD_KINDS, type RecordKey } from '../../../shared/records/registry.ts';
import type { SearchKind } from '../../../shared/site-search.ts';

type Labels = { all: string; one: string };

export const KIND_LABELS: Readonly<Record<SearchKind, Labels>> = {
  ...(Object.fromEntries(
    Object.values(RECORD_KINDS).map(({ key, plural, name }) => [key, { all: plural, one: name }]),
  ) as Record<RecordKey, Labels>),
  pages: { all: 'Pages', one: 'Page' },
  documents: { all: 'Documents', one: 'Document' },
  leaders: { all: 'Messages', one: 'Message' },
};
