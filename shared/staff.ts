import type { Campus } from './campuses.ts';

export type Teacher = {
  campus: Campus;
  person: string;
  designation: string;
  /** Empty for other staff. */
  subjects: string[];
  qualification: string;
};
