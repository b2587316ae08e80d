import { definePage } from '../define-page.ts';
import { usePage, type PageError } from '../page-context.tsx';
import { SitePicture } from '../parts/Picture.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUSES, CAMPUS_TABLE } from '../../shared/campuses.ts';

const NOT_FOUND: PageError = {
  status: 404,
  title: 'Page not found',
  text: 'There is no page at this address. It may have moved, or the address may be mistyped. Use the menu or choose a campus.',
};

/** Shown in place of a page that could not be rendered. */
export const SERVER_ERROR: PageError = {
  status: 500,
  title: 'Something went wrong',
  text: 'We could not load this page. The error is ours, and we have a record of it. Please try again in a minute.',
};

/** Shown in place of a provider's file; the status of the response names the reason. */
export const FILE_ERROR: PageError = {
  status: null,
  title: 'This file is not available',
  text: 'It may have been removed, or it is of a kind that this site does not show, such as a video. Please try again in a minute, or ask the school office for it.',
};

/** The page of every address without one, and in place of others. */
export const notFound = definePage({
  title: NOT_FOUND.title,
  isIndexed: false,
  Component: ErrorPage,
});

/** The reason, and links home. */
function ErrorPage() {
  const { content, error } = usePage();
  const { campuses } = content.site;
  const { status, title, text } = error ?? NOT_FOUND;
  const { t, path } = useTranslation();
  return (
    <Section look="error-page">
      <div>
        {status !== null && <p className="eyebrow">{status}</p>}
        <h1>{t(title)}</h1>
        <p className="lede">{t(text)}</p>
        {status === 404 && <Suggestions />}
        <p className="row">
          {CAMPUSES.map((campus) => (
            <a
              key={campus}
              className="button"
              data-campus={campus}
              href={path(CAMPUS_TABLE[campus].home)}
            >
              {t('{campus} campus', { campus: campuses[campus].label })}
            </a>
          ))}
        </p>
      </div>
      {status === 404 && <SitePicture name="not-found.svg" alt="" priority />}
    </Section>
  );
}

function Suggestions() {
  const { suggestions } = usePage();
  const { t } = useTranslation();
  if (suggestions.length === 0) return null;
  return (
    <nav className="suggestions" aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">{t('Did you mean')}</h2>
      <ul>
        {suggestions.map(({ path, title }) => (
          <li key={path}>
            <a className="more" href={path}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
