import type { Campus } from './campuses.ts';

/** A text that pages take by name: `{feeInstalments}`. */
export type Fact = { factName: string; text: string; ofCampuses: readonly Campus[] };

export type BusStop = {
  campus: Campus;
  /** Its number or name. */
  bus: string;
  stop: string;
  /** `Winter, morning`; the time as `07:10`. */
  times: readonly { heading: string; time: string }[];
};
