import { CAMPUS_OF_BOTH, CAMPUS_OF_ONE } from './common-columns.ts';
import { fieldName, optional, text, time } from './kinds.ts';
import { defineTable } from './table.ts';

/** Texts that pages take by name. */
export const facts = defineTable({
  name: 'facts',
  sheet: 'Facts',
  columns: {
    campuses: CAMPUS_OF_BOTH,
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
