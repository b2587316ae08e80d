/** The languages of the site's own texts. Provider records are shown as they come. */
export const LANGUAGES = ['en', 'hi'] as const;

export type Language = (typeof LANGUAGES)[number];

/** `lang` of a page, and its name for search engines and link previews. */
export const LANGUAGE_TAGS = {
  en: { html: 'en-IN', region: 'en-IN', locale: 'en_IN' },
  hi: { html: 'hi', region: 'hi-IN', locale: 'hi_IN' },
} satisfies Record<Language, object>;

/** What the addresses of Hindi pages begin with. */
const HINDI_PREFIX = '/hi';

const IN_HINDI = /^\/hi(?=\/|$)/i;
/** What has one address for all languages. */
const COMMON = /^\/(?:api|assets|files)\/|\.(?:rss|ics|xml|pdf)(?=[?#]|$)/;

export function parseLanguage(path: string): Language {
  return IN_HINDI.test(path) ? 'hi' : 'en';
}

/** The same path in English: `/hi/News` is `/News`, in any letter case of the prefix. */
export function englishPath(path: string): string {
  const rest = path.replace(IN_HINDI, '');
  return rest === '' ? '/' : rest;
}

/** An English path of the site in a language. Other links, files and feeds stay as they are. */
export function localPath(language: Language, path: string): string {
  if (language === 'en' || !path.startsWith('/') || COMMON.test(path)) return path;
  return path === '/' ? HINDI_PREFIX : HINDI_PREFIX + path;
}

export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'hi' : 'en';
}
