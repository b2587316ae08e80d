import { admissions, buses, contacts, facts } from './fact-tables.ts';
import { feeNotes, fees } from './fee-tables.ts';
import { examinations, holidays, hours, sessions, weeklyHolidays } from './school-days-tables.ts';
import { disclosure, documents, formNotices, hindi, issuedCertificates } from './site-tables.ts';
import { staff, vacancies } from './staff-tables.ts';

/** All tables of a content folder. */
export const TABLES = {
  sessions,
  weeklyHolidays,
  hours,
  holidays,
  examinations,
  fees,
  feeNotes,
  staff,
  vacancies,
  documents,
  disclosure,
  formNotices,
  facts,
  buses,
  contacts,
  admissions,
  issuedCertificates,
  hindi,
} as const;
