import { PAGE_ADDRESSES } from '../../client/addresses.ts';

/** Addresses in the sample: a record of each kind. */
export const SAMPLE_RECORDS = [
  '/Events/evt-f-06/career-guidance-day-for-classes-x-and-xii',
  '/News/nws-f-02/school-timing-from-monday',
  '/Notices/ntf-f-01/admissions-open-nursery-to-class-ix-and-xi',
  '/Gallery/alb-f-02/inter-house-quiz',
];

/** A search that finds records, pages and documents in it. */
export const SAMPLE_SEARCH = '/Search?q=examination';

/** All pages of the sample, of documents and records some. */
export const SAMPLE_PATHS = [
  ...PAGE_ADDRESSES.filter(({ page }) => page.subject === null).map(({ path }) => path),
  '/SubGallery?id=alb-f-01',
  '/nekhpur/SubGallery?id=alb-n-01',
  '/Documents/fee-structure',
  '/nekhpur/Documents/prospectus',
  ...SAMPLE_RECORDS,
];
