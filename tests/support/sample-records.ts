import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import { loadSampleRecords } from '../../sample/records.ts';
import { recordPath } from '../../shared/records/record-paths.ts';
import { RECORD_KINDS, RECORD_SEGMENTS } from '../../shared/records/registry.ts';

const loadRecords = await loadSampleRecords('sample/records');
const lists = new Map(Object.entries(loadRecords(new Date())));

/** Addresses in the sample: the first record of each kind. */
export const SAMPLE_RECORDS = RECORD_SEGMENTS.map((segment) => {
  const [list = ''] = Object.keys(RECORD_KINDS[segment].lists);
  const row = lists.get(list)?.find(({ school }) => school !== 'NEKPUR');
  if (row === undefined) throw new Error(`sample/records has no record of ${segment}`);
  const path = recordPath('FARRUKHABAD', segment, { id: row._id, title: String(row['title']) });
  if (path === null) throw new Error(`no address may name ${row._id}`);
  return path;
});

/** A search that finds records, pages and documents in it. */
export const SAMPLE_SEARCH = '/Search?q=examination';

/** All pages but those of documents and records. */
export const PAGE_PATHS = PAGE_ADDRESSES.flatMap(({ path, page }) =>
  page.subject === null ? [path] : [],
);

/** All pages of the sample, of documents and records some. */
export const SAMPLE_PATHS = [
  ...PAGE_PATHS,
  '/SubGallery?id=alb-f-01',
  '/nekhpur/SubGallery?id=alb-n-01',
  '/Documents/fee-structure',
  '/nekhpur/Documents/prospectus',
  ...SAMPLE_RECORDS,
];
