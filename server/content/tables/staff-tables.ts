import { CAMPUS_OF_ONE, daysInOrder, LAST_DAY, POST, PUBLISHED } from './common-columns.ts';
import { list, text } from './kinds.ts';
import { defineTable } from './table.ts';

export const staff = defineTable({
  name: 'staff',
  sheet: 'Staff',
  columns: {
    campus: CAMPUS_OF_ONE,
    person: {
      heading: 'Name',
      aliases: ['Name of teacher', 'Teacher', 'नाम'],
      kind: text,
      examples: ['Name of the teacher', 'Name of the librarian'],
    },
    designation: { ...POST, examples: ['PGT', 'Librarian'] },
    subjects: {
      heading: 'Subjects',
      aliases: ['Subject', 'विषय'],
      kind: list,
      isNeeded: true,
      examples: ['Physics; Mathematics', ''],
    },
    qualification: {
      heading: 'Qualification',
      aliases: ['Qualifications', 'योग्यता'],
      kind: text,
      examples: ['M.Sc., B.Ed.', 'B.Lib.'],
    },
  },
  key: ['campus', 'person', 'designation', 'subjects'],
});

export const vacancies = defineTable({
  name: 'vacancies',
  sheet: 'Vacancies',
  columns: {
    campus: CAMPUS_OF_ONE,
    post: { ...POST, examples: ['PGT', 'Clerk'] },
    subject: {
      heading: 'Subject',
      aliases: ['Work', 'विषय'],
      kind: text,
      examples: ['Physics', 'Accounts'],
    },
    text: {
      heading: 'Text',
      aliases: ['Description', 'Details', 'विवरण'],
      kind: text,
      examples: ['Full time, Classes XI and XII. M.Sc. with B.Ed.', 'Full time. B.Com.'],
    },
    published: { ...PUBLISHED, examples: ['16-11-2026', '16-11-2026'] },
    lastDay: { ...LAST_DAY, examples: ['15-01-2027', '15-01-2027'] },
  },
  key: ['campus', 'post', 'subject', 'published'],
  check: daysInOrder('published', 'lastDay'),
});
