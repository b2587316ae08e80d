import { recordPage } from './record-page.tsx';
import { RECORD_KINDS } from '../../../shared/record-kinds.ts';
import type { Notice } from '../../../shared/records.ts';

/** One notice of a campus. */
export const noticePage = recordPage<Notice>({
  segment: 'Notices',
  recordsIn: RECORD_KINDS.Notices.recordsIn,
  thingOf: () => ({ type: 'Article', day: null }),
  factsOf: () => [],
});
