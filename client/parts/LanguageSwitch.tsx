import { usePage } from '../page-context.tsx';
import { LANGUAGE_TAGS, otherLanguage } from '../../shared/languages.ts';

/** Leads to the same page, record and filters in the other language. */
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
      {other === 'en' ? (
        'English'
      ) : (
        <>
          <span className="hindi-name" aria-hidden="true" />
          <span className="visually-hidden">हिन्दी</span>
        </>
      )}
    </a>
  );
}
