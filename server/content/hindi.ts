import type { LocalContent } from '../../shared/content.ts';
import { textIn, type Texts } from '../../shared/fill-text.ts';

/** Fields that are not translated, with their contents. */
const NO_TEXTS = new Set([
  '$schema',
  'birthdayFallback',
  'birthdays',
  'campus',

  'closes',
  'email',
  'embed',
  'factName',
  'feeDocument',
  'file',
  'forClasses',
  'from',
  'hindi',
  'href',
  'icon',
  'issued',
  'lastDay',
  'link',
  'logo',
  'number',
  'ofCampuses',
  'opens',
  'part',
  'person',
  'phone',
  'photo',
  'picture',
  'portalUrl',
  'published',
  'qualification',
  'sampleCertificate',
  'searchAliases',
  'security',
  'sent',
  'to',
  'urgentNotices',
  'url',
  'weekdays',
]);

/** Returns the value with the texts that have a translation. */
export function translated<Value>(value: Value, texts: Texts): Value {
  return withTexts(value, (text) => textIn(texts, text)) as Value;
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => withTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      NO_TEXTS.has(key) ? inner : withTexts(inner, change),
    ]),
  );
}

/** The texts that the table of Hindi texts may translate. */
export function findTexts(
  content: Pick<LocalContent, 'site' | 'disclosure' | 'office' | 'staff' | 'addedPages'>,
): ReadonlySet<string> {
  const { site, disclosure, office, staff, addedPages } = content;
  const found = new Set(addedPages.map(({ title }) => title));
  withTexts([site, disclosure, office, staff], (text) => {
    found.add(text);
    return text;
  });
  return found;
}

/** Figures and names of classes need no translation. */
export function needsHindi(text: string): boolean {
  return /\p{Script=Latin}{2}/u.test(text) && !text.includes('@');
}
