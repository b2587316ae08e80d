import {
  keywordsOf,
  searchedText,
  type SearchDocument,
  type SearchSource,
} from './search-document.ts';
import { recordName } from '../../../client/parts/record-name.ts';
import { campusPath, CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import type { Content } from '../../../shared/content.ts';
import { formatLong } from '../../../shared/dates.ts';
import { fileType } from '../../../shared/documents.ts';
import type { FileId } from '../../../shared/links.ts';
import {
  RECORD_KINDS,
  RECORD_SEGMENTS,
  type RecordSegment,
} from '../../../shared/records/registry.ts';
import { listsOf, recordsOf } from '../../../shared/records/kind-records.ts';
import type { PagedRecord } from '../../../shared/records/record-kind.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';

/** How much of a record's description is searched, in characters: it bounds the memory of the index. */
const MAX_RECORD_TEXT = 1_000;

/** File names that say nothing: ids of databases. */
const OPAQUE_NAME = /^[\da-f-]{16,}$/i;

export function recordSources({ site }: Content): SearchSource[] {
  return RECORD_SEGMENTS.map((segment) => ({
    lists: listsOf(segment),
    *documents(readFor) {
      for (const campus of CAMPUSES)
        for (const record of recordsOf(segment, readFor(campus)))
          yield documentOf(record, segment, { campus, label: site.campuses[campus].label });
    },
  }));
}

function documentOf(
  record: PagedRecord,
  segment: RecordSegment,
  { campus, label }: { campus: Campus; label: string },
): SearchDocument {
  const { id, description, day = null, venue = '', attachments = [] } = record;
  const { key: kind } = RECORD_KINDS[segment];
  const date = day === null ? '' : formatLong(day);
  return {
    id: `${kind} ${id}`,
    kind,
    title: recordName(record, RECORD_KINDS[segment].name),
    text: searchedText(description, MAX_RECORD_TEXT),
    keywords: keywordsOf(kind, date, venue, label, ...attachments.map(nameOfFile)),
    day,
    facts: '',
    hindi: null,
    attachments,
    hrefs: { [campus]: recordPath(campus, segment, record) ?? campusPath(campus, segment) },
  };
}

/** What a file is found by: its name, where that is one, and its type. */
function nameOfFile(file: FileId): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return `${OPAQUE_NAME.test(name) ? '' : name} ${fileType(file) ?? ''}`;
}
