import type { Campus } from './campuses.ts';
import type { Day } from './dates.ts';
import type { FormName } from './forms.ts';

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

/** Who answers for what. */
export type ContactPerson = {
  campus: Campus;
  concern: string;
  person: string;
  phone: string;
  email?: string | undefined;
};

/** When a class admits children, and what the office asks for. */
export type AdmissionClass = {
  campus: Campus;
  classes: string;
  age?: string | undefined;
  from: Day;
  lastDay: Day;
  needed: readonly string[];
};

/** A transfer certificate, in the list that the school may publish. */
export type IssuedCertificate = {
  campus: Campus;
  number: string;
  person: string;
  schoolClass: string;
  issued: Day;
};

export type Teacher = {
  campus: Campus;
  person: string;
  designation: string;
  /** Empty for other staff. */
  subjects: string[];
  qualification: string;
};

/** The notice of the DPDP Act, section 5, beside each form. */
export type FormNotices = {
  forms: Record<FormName, { what: string; why: string }[]>;
  /** "Who gets it", "How long it is kept": the same for all forms. */
  common: { label: string; text: string }[];
  /** Forms about a child show it. */
  children: string;
};
