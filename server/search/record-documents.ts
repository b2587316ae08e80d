import {
  atBothCampuses,
  keywordsOf,
  searchedText,
  type SearchDocument,
} from './search-document.ts';
import { recordName } from '../../client/parts/record-name.ts';
import { campusPath, type Campus } from '../../shared/campuses.ts';
import type { Content } from '../../shared/content.ts';
import { formatLong, type Day } from '../../shared/dates.ts';
import type { ListName } from '../../shared/provider-lists.ts';
import { RECORD_KINDS, type ReadList } from '../../shared/record-kinds.ts';
import { RECORD_SEGMENTS, recordPath, type RecordSegment } from '../../shared/record-paths.ts';
import type { SearchKind } from '../../shared/site-search.ts';

/** How much of a record's description is searched, in characters: it bounds the memory of the index. */
const MAX_RECORD_TEXT = 1_000;

/** What can be found of some lists. */
export type SearchSource = {
  /** The first has all that the others have, as far as it can be had. */
  lists: readonly ListName[];
  documents: (readFor: (campus: Campus) => ReadList) => SearchDocument[];
};

type FoundRecord = {
  id: string;
  title: string;
  description: string;
  day?: Day | null;
  venue?: string;
};

const KIND_OF: Readonly<Record<RecordSegment, SearchKind>> = {
  Events: 'events',
  News: 'news',
  Notices: 'notices',
  Gallery: 'albums',
};

/** Every record that has a page of its own. */
export function recordSources({ site }: Content): SearchSource[] {
  return RECORD_SEGMENTS.map((segment) => {
    const { lists, recordsIn } = RECORD_KINDS[segment];
    return {
      lists,
      documents: (readFor) =>
        atBothCampuses((campus) =>
          recordsIn(readFor(campus)).map((record) =>
            documentOf(record, segment, { campus, label: site.campuses[campus].label }),
          ),
        ),
    };
  });
}

function documentOf(
  record: FoundRecord,
  segment: RecordSegment,
  { campus, label }: { campus: Campus; label: string },
): SearchDocument {
  const { id, description, day = null, venue = '' } = record;
  const kind = KIND_OF[segment];
  const date = day === null ? '' : formatLong(day);
  return {
    id: `${kind} ${id}`,
    kind,
    title: recordName(record, RECORD_KINDS[segment].name),
    text: searchedText(description, MAX_RECORD_TEXT),
    keywords: keywordsOf(kind, date, venue, label),
    day,
    hrefs: { [campus]: recordPath(campus, segment, record) ?? campusPath(campus, segment) },
  };
}
