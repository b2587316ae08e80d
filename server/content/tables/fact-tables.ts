import { CAMPUS_OR_ALL, CAMPUS_OF_ONE, daysInOrder, FROM, LAST_DAY } from './common-columns.ts';
import { fieldName, list, optional, text, time } from './kinds.ts';
import { defineTable } from './table.ts';

/** Texts that pages take by name. */
export const facts = defineTable({
  name: 'facts',
  sheet: 'Facts',
  columns: {
    campuses: CAMPUS_OR_ALL,
    factName: {
      heading: 'Name',
      aliases: ['नाम'],
      kind: fieldName,
      examples: ['feeInstalments', 'poolDays'],
    },
    text: {
      heading: 'Text',
      aliases: ['Value', 'पाठ'],
      kind: text,
      examples: ['four instalments', 'Tuesday and Thursday'],
    },
  },
  key: ['campuses', 'factName'],
});

/** One row is a stop of a bus. */
export const buses = defineTable({
  name: 'buses',
  sheet: 'Buses',
  columns: {
    campus: CAMPUS_OF_ONE,
    bus: { heading: 'Bus', aliases: ['Route', 'बस'], kind: text, examples: ['1', '1'] },
    stop: {
      heading: 'Stop',
      aliases: ['Place', 'स्टॉप'],
      kind: text,
      examples: ['Railway station', 'Post office'],
    },
  },
  own: {
    matches: /\p{L}/u,
    kind: optional(time),
    examples: [
      { heading: 'Morning', examples: ['7:10 AM', '7:20 AM'] },
      { heading: 'Afternoon', examples: ['2:45 PM', '2:35 PM'] },
    ],
  },
  key: ['campus', 'bus', 'stop'],
});

/** Who answers for what: complaints, safety, data. */
export const contacts = defineTable({
  name: 'contacts',
  sheet: 'Contacts',
  columns: {
    campus: CAMPUS_OF_ONE,
    concern: {
      heading: 'For',
      aliases: ['Purpose', 'किसके लिए'],
      kind: text,
      examples: ['Complaints committee', 'Personal data'],
    },
    person: {
      heading: 'Name',
      aliases: ['Person', 'नाम'],
      kind: text,
      examples: ['Name of the chairperson', 'Name of the Grievance Officer'],
    },
    phone: {
      heading: 'Phone',
      aliases: ['Telephone', 'फ़ोन'],
      kind: text,
      examples: ['+91-5692-000000', '+91-5692-000000'],
    },
    email: {
      heading: 'Email',
      aliases: ['ईमेल'],
      kind: optional(text),
      examples: ['', 'office@example.org'],
    },
  },
  key: ['campus', 'concern', 'person'],
});

/** One row is a class that admits children. */
export const admissions = defineTable({
  name: 'admissions',
  sheet: 'Admissions',
  columns: {
    campus: CAMPUS_OF_ONE,
    classes: {
      heading: 'Class',
      aliases: ['Classes', 'कक्षा'],
      kind: text,
      examples: ['Nursery', 'Class I'],
    },
    age: {
      heading: 'Age on 1 April',
      aliases: ['Age', 'आयु'],
      kind: optional(text),
      examples: ['3 to 4 years', '6 to 7 years'],
    },
    from: { ...FROM, examples: ['01-12-2026', '01-12-2026'] },
    lastDay: { ...LAST_DAY, examples: ['31-03-2027', '31-03-2027'] },
    needed: {
      heading: 'Documents',
      aliases: ['Documents needed', 'दस्तावेज़'],
      kind: list,
      examples: ['Birth certificate', 'Birth certificate; Report card'],
    },
  },
  key: ['campus', 'classes'],
  check: daysInOrder('from', 'lastDay'),
});
