import { CAMPUS_IF_ONE, CAMPUS_OF_ONE, PUBLISHED } from './common-columns.ts';
import { day, oneOf, optional, pdf, pdfOrLink, text, yes } from './kinds.ts';
import { defineTable } from './table.ts';

export const documents = defineTable({
  name: 'documents',
  sheet: 'Documents',
  columns: {
    file: {
      heading: 'PDF',
      aliases: ['Document', 'File name', 'फ़ाइल'],
      kind: pdf,
      examples: ['fee-structure.pdf', 'prospectus.pdf'],
    },
    published: { ...PUBLISHED, examples: ['28-01-2026', '01-12-2025'] },
    yearly: {
      heading: 'Yearly',
      aliases: ['Every year', 'प्रति वर्ष'],
      kind: yes,
      examples: ['Yes', ''],
    },
    language: {
      heading: 'Language',
      aliases: ['भाषा'],
      kind: optional(text),
      examples: ['', 'Hindi and English'],
    },
    campuses: CAMPUS_IF_ONE,
  },
  key: ['file'],
});

export const disclosure = defineTable({
  name: 'disclosure',
  sheet: 'Disclosure',
  columns: {
    campus: CAMPUS_OF_ONE,
    part: { heading: 'Section', aliases: ['भाग'], kind: text, examples: ['A', 'A'] },
    title: {
      heading: 'Table',
      aliases: ['Title', 'तालिका'],
      kind: text,
      examples: ['General Information', 'General Information'],
    },
    row: { heading: 'Row', aliases: ['No.', 'क्रम'], kind: text, examples: ['S. No.', 1] },
    document: {
      heading: 'Document',
      aliases: ['Link', 'दस्तावेज़'],
      kind: optional(pdfOrLink),
      examples: ['', 'noc.pdf'],
    },
  },
  own: {
    matches: /^Text \d+$/i,
    kind: optional(text),
    examples: [
      { heading: 'Text 1', examples: ['Information', 'Name of the school'] },
      { heading: 'Text 2', examples: ['Details', 'Gangotri International School'] },
    ],
  },
  key: ['campus', 'title', 'part', 'row'],
});

export const NOTICE_PARTS = [
  { value: 'getInTouch', words: ['Get In Touch'] },
  { value: 'career', words: ['Career', 'Career enquiry'] },
  { value: 'admission', words: ['Admission', 'Admission enquiry'] },
  { value: 'certificate', words: ['Certificate', 'Transfer certificate'] },
  { value: 'common', words: ['All forms', 'All'] },
  { value: 'children', words: ['About a child', 'Children'] },
] as const;

export const formNotices = defineTable({
  name: 'form-notices',
  sheet: 'Form notices',
  columns: {
    part: {
      heading: 'Form',
      aliases: ['फ़ॉर्म'],
      kind: oneOf(NOTICE_PARTS),
      examples: ['Admission', 'All forms'],
    },
    what: {
      heading: 'What',
      aliases: ['क्या'],
      kind: optional(text),
      examples: ['Phone number', 'Who gets it'],
    },
    text: {
      heading: 'Text',
      aliases: ['Why', 'क्यों'],
      kind: text,
      examples: ['to call you about the next steps', 'The office of this campus.'],
    },
  },
  key: ['part', 'what'],
});

export const hindi = defineTable({
  name: 'texts',
  folder: 'hi',
  sheet: 'Texts',
  columns: {
    english: { heading: 'English', aliases: ['अंग्रेज़ी'], kind: text, examples: ['Holi', 'Physics'] },
    hindi: {
      heading: 'Hindi',
      aliases: ['हिंदी', 'हिन्दी'],
      kind: text,
      examples: ['होली', 'भौतिकी'],
    },
  },
  key: ['english'],
  isKeyExact: true,
});

/** Without admission numbers: with its name, one opens a certificate on the page. */
export const issuedCertificates = defineTable({
  name: 'issued-certificates',
  sheet: 'Issued certificates',
  columns: {
    campus: CAMPUS_OF_ONE,
    number: {
      heading: 'Number',
      aliases: ['TC number', 'Certificate number', 'क्रमांक'],
      kind: text,
      examples: ['TC/2026/001', 'TC/2026/002'],
    },
    person: {
      heading: 'Student',
      aliases: ['Name', 'Name of student', 'विद्यार्थी'],
      kind: text,
      examples: ['Name of the student', 'Name of the student'],
    },
    schoolClass: {
      heading: 'Class',
      aliases: ['Class left', 'कक्षा'],
      kind: text,
      examples: ['Class V', 'Class X'],
    },
    issued: {
      heading: 'Issued',
      aliases: ['Date', 'Issued on', 'Date of issue', 'दिनांक'],
      kind: day,
      examples: ['08-04-2026', '15-05-2026'],
    },
  },
  key: ['campus', 'number'],
});
