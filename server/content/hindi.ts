import {
  disclosureSchema,
  siteSchema,
  type LocalContent,
  type Texts,
} from '../../shared/content.ts';

/** Fields that are not translated, with their contents. */
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

type Files = Pick<LocalContent, 'site' | 'disclosure'>;

export function translatedFiles({ site, disclosure }: Files, texts: Texts): Files {
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

export function textIn(texts: Texts, text: string): string {
  return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
}

/** The texts that texts.json translates. */
export function textsOf(content: Files): string[] {
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
