import { CAMPUS_OR_ALL, CAMPUS_OF_ONE, FROM, PUBLISHED, SESSION } from './common-columns.ts';
import { amount, optional, pdf, text } from './kinds.ts';
import { defineTable } from './table.ts';

export const fees = defineTable({
  name: 'fees',
  book: 'fees',
  sheet: 'Fees',
  columns: {
    campus: CAMPUS_OF_ONE,
    session: { ...SESSION, kind: text, examples: ['2026-27', '2026-27'] },
    from: { ...FROM, examples: ['01-04-2026', '01-04-2026'] },
    published: { ...PUBLISHED, examples: ['28-01-2026', '28-01-2026'] },
    file: {
      heading: 'PDF',
      aliases: ['File', 'Document'],
      kind: optional(pdf),
      examples: ['fee-structure.pdf', ''],
    },
    classes: {
      heading: 'Class',
      aliases: ['Classes', 'कक्षा'],
      kind: text,
      examples: ['Class I to V', 'Class VI to VIII'],
    },
  },
  own: {
    matches: /^[^()]+\([^()]+\)$/,
    kind: optional(amount),
    examples: [
      { heading: 'Admission fee (once, at admission)', examples: [6000, 6000] },
      { heading: 'Composite annual fee (a year, in four instalments)', examples: [29700, 33800] },
    ],
  },
  key: ['campus', 'session', 'classes'],
});

export const feeNotes = defineTable({
  name: 'fee-notes',
  book: 'fees',
  sheet: 'Notes',
  columns: {
    campuses: CAMPUS_OR_ALL,
    session: { ...SESSION, kind: text, examples: ['2026-27', '2026-27'] },
    note: {
      heading: 'Note',
      aliases: ['Notes', 'टिप्पणी'],
      kind: text,
      examples: ['No other fee is charged.', 'Transport is optional.'],
    },
  },
  key: ['campuses', 'session', 'note'],
});
