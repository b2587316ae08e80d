import programTexts from '../../client/hindi-texts.json' with { type: 'json' };
import type { Change } from './find-changes.ts';
import { textIn } from '../../shared/fill-text.ts';
import { CAMPUS_TABLE, parseCampus, perCampus } from '../../shared/campuses.ts';

/** How many names of a list are written out. */
const MAX_NAMES = 12;
/** Of a text that is its own name, such as one with a Hindi text. */
const MAX_NAME = 60;

type Words = {
  labels: Readonly<Record<string, string>>;
  added: string;
  removed: string;
  changed: string;
  more: (count: number) => string;
  loss: (count: number, of: number) => string;
};

/** Names of the content's lists and fields that are no words. Empty: the list within names it. */
const ENGLISH: Words = {
  labels: {
    office: '',
    site: 'Settings (site.json)',
    campuses: '',
    classes: '',
    schoolDays: '',
    prose: 'Pages',
    addedPages: 'Pages of your own',
    staff: 'Teachers',
    documentDates: 'Documents',
    formNotices: 'Notices beside forms',
    files: 'PDFs',
    pictures: 'Pictures',
    hindi: 'Hindi',
    translation: '',
    ...perCampus((campus) => CAMPUS_TABLE[campus].name),
  },
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  more: (count) => `and ${count} more`,
  loss: (count, of) => `${count} of ${of} are gone: is this meant?`,
};

const HINDI: Words = {
  labels: {
    ...ENGLISH.labels,
    site: 'सेटिंग (site.json)',
    prose: 'पृष्ठ',
    addedPages: 'आपके अपने पृष्ठ',
    staff: 'शिक्षक',
    documents: 'दस्तावेज़',
    documentDates: 'दस्तावेज़',
    disclosure: 'अनिवार्य प्रकटीकरण',
    fees: 'शुल्क',
    holidays: 'छुट्टियाँ',
    exams: 'परीक्षाएँ',
    hours: 'समय',
    vacancies: 'रिक्तियाँ',
    formNotices: 'फ़ॉर्म की सूचनाएँ',
    facts: 'तथ्य',
    buses: 'बसें',
    contacts: 'संपर्क',
    admissions: 'प्रवेश',
    issuedCertificates: 'जारी प्रमाण-पत्र',
    files: 'PDF',
    pictures: 'चित्र',
    menu: 'मेनू',
    hindi: 'हिंदी',
    ...perCampus((campus) => textIn(programTexts, CAMPUS_TABLE[campus].name)),
  },
  added: 'जोड़े गए',
  removed: 'हटाए गए',
  changed: 'बदले गए',
  more: (count) => `और ${count} अन्य`,
  loss: (count, of) => `${of} में से ${count} नहीं रहे: क्या ऐसा ही चाहिए?`,
};

export const RESULT_WORDS = { en: ENGLISH, hi: HINDI } as const;

/** `Holidays, Farrukhabad: 17 removed: Diwali, Holi`. */
export function formatChange(change: Change, words: Words): string {
  const group = labelsOf(change, words);
  if (change.kind === 'loss') return `${group.join(', ')}: ${words.loss(change.count, change.of)}`;
  if (change.kind === 'value') {
    const { name, field, from, to } = change;
    const what = [inOneLine(name), words.labels[field] ?? inWords(field)].filter(Boolean);
    return `${group.join(', ')}: ${what.join(', ')}: ${from || '–'} → ${to || '–'}`;
  }
  const { kind, names } = change;
  const separator = names.some((name) => name.includes(',')) ? '; ' : ', ';
  const shown = names.slice(0, MAX_NAMES).map(inOneLine).join(separator);
  const rest = names.length > MAX_NAMES ? ` ${words.more(names.length - MAX_NAMES)}` : '';
  return `${group.join(', ')}: ${names.length} ${words[kind]}: ${shown}${rest}`;
}

/** What is listed stands first, then the campus. */
function labelsOf({ group }: Change, words: Words): string[] {
  const named = group.filter((part) => words.labels[part] !== '');
  const [first = '', second, ...others] = named;
  const isCampusFirst = second !== undefined && parseCampus(first) !== undefined;
  const parts = isCampusFirst ? [second, first, ...others] : named;
  return parts.map((part) => words.labels[part] ?? inWords(part));
}

/** `disclosureDocuments` becomes `Disclosure documents`. Names that people wrote stay. */
function inWords(key: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]+)*$/.test(key)) return key;
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inOneLine(name: string): string {
  return name.replace(/\s+/g, ' ').slice(0, MAX_NAME);
}
