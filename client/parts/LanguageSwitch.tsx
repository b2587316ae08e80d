import { usePage } from '../page-context.tsx';
import { LANGUAGE_TAGS, otherLanguage } from '../../shared/languages.ts';

const NAMES = { en: 'English', hi: 'हिन्दी' };

/** The same page in the other language, with its record and its filters; nothing where the school has but one. */
export function LanguageSwitch() {
  const { language, otherLanguagePath, keptQuery } = usePage();
  if (otherLanguagePath === null) return null;
  const other = otherLanguage(language);
  return (
    <a
      className="language-switch"
      href={otherLanguagePath + keptQuery}
      lang={other}
      hrefLang={LANGUAGE_TAGS[other].region}
    >
      {NAMES[other]}
    </a>
  );
}
