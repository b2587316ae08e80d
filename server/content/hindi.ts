import {
  disclosureSchema,
  siteSchema,
  type LocalContent,
  type Texts,
} from '../../shared/content.ts';

/** Fields of site.json and disclosure.json that are no texts, with all that is below them. */
const NO_TEXTS = new Set([
  '$schema',
  'campus',
  'colours',
  'email',
  'embed',
  'file',
  'fonts',
  'hindi',
  'href',
  'icon',
  'link',
  'logo',
  'part',
  'phone',
  'photo',
  'picture',
  'portalUrl',
  'sampleCertificate',
  'birthdayFallback',
  'security',
  'to',
  'url',
]);

type Given = Pick<LocalContent, 'site' | 'disclosure'>;

/** site.json and disclosure.json in Hindi; what has no translation stays English. */
export function translatedFiles({ site, disclosure }: Given, texts: Texts): Given {
  return {
    site: siteSchema.parse(translated(site, texts)),
    disclosure: disclosureSchema.parse(translated(disclosure, texts)),
  };
}

function translated(value: unknown, texts: Texts): unknown {
  if (typeof value === 'string') return textIn(texts, value);
  if (Array.isArray(value)) return value.map((each) => translated(each, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      NO_TEXTS.has(key) ? inner : translated(inner, texts),
    ]),
  );
}

/** A text in Hindi, or as it is. */
export function textIn(texts: Texts, text: string): string {
  return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
}

/** Every text of site.json and disclosure.json, once: what texts.json is to translate. */
export function textsOf(content: Given): string[] {
  const found = new Set<string>();
  collect([content.site, content.disclosure], found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  // Figures and names of classes need no translation.
  if (typeof value === 'string' && /\p{Script=Latin}{2}/u.test(value) && !value.includes('@'))
    found.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) if (!NO_TEXTS.has(key)) collect(inner, found);
}
