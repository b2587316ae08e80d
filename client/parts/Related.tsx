import { useLocation } from 'react-router-dom';
import { CampusLink } from './CampusLink.tsx';
import { relatedLinks } from '../../shared/menu-entries.ts';
import { PhoneLink } from './ContactDetails.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

export function Related() {
  const page = usePage();
  const { label, phone } = useCampus();
  const { pathname } = useLocation();
  const { t, path } = useTranslation();
  return (
    <div className="related" data-unsearched="">
      <section aria-labelledby="related-title">
        <h2 id="related-title">{t('Related')}</h2>
        <ul className="related-links">
          {relatedLinks(pathname, page).map(({ label: title, href }) => (
            <li key={href}>
              <a href={path(href)}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="next-step-title">
        <h2 id="next-step-title">{t('Next step')}</h2>
        <p>
          {t('Apply for admission at our {campus} campus, or call the office.', { campus: label })}
        </p>
        <div className="related-ways row">
          <CampusLink page="Admission" className="button">
            {t('Admission enquiry')}
          </CampusLink>
          {phone !== undefined && <PhoneLink phone={phone} />}
        </div>
      </section>
    </div>
  );
}
