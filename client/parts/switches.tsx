import { usePage } from '../page-context.tsx';
import { CAMPUSES } from '../../shared/campuses.ts';
import { LANGUAGE_TAGS, otherLanguage } from '../../shared/languages.ts';

/** Leads to the campus's own home page, and to this page of the others. */
export function CampusSwitch() {
  const { campus, content, campusPaths } = usePage();
  return (
    <p className="campus-switch">
      {CAMPUSES.map((name) => (
        <a
          key={name}
          data-campus={name}
          aria-current={name === campus ? 'true' : undefined}
          href={campusPaths[name]}
        >
          {content.site.campuses[name].label}
        </a>
      ))}
    </p>
  );
}

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
