import { errorPage } from './error-page.tsx';
import { usePage } from '../page-context.tsx';
import { SitePicture } from '../parts/Picture.tsx';
import { useTranslation } from '../translation.tsx';

export const notFound = errorPage({
  status: 404,
  title: 'Page not found',
  heading: 'Page not found',
  text: 'There is no page at this address. It may have moved, or the address is mistyped. Use the menu or choose a campus.',
  picture: <SitePicture name="not-found.svg" alt="" priority />,
  children: <Suggestions />,
});

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
