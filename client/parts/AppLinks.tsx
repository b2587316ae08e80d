import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

export function AppLinks() {
  const { content, schoolCode } = usePage();
  const { t } = useTranslation();
  return (
    <>
      <p className="school-code">
        {t('School code for the parent app:')} <strong>{schoolCode}</strong>
      </p>
      <ul className="app-links">
        {content.site.appStores.map(({ label, href }) => (
          <li key={label}>
            <a href={href} className="button button-quiet" target="_blank" rel="noopener">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
