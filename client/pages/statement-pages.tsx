import { FeaturePage } from './feature-pages.tsx';
import { definePage, type PageModule } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import type { ProseName } from '../../shared/prose.ts';
import { callLink } from '../../shared/links.ts';

export const accessibility = statementPage('Accessibility', 'accessibility');
export const privacy = statementPage('Privacy', 'privacy');

/** Ends with the office that is responsible. */
function statementPage(title: string, prose: ProseName): PageModule {
  return definePage({
    title,
    Component: () => (
      <>
        <FeaturePage prose={prose} />
        <OfficeAddress />
      </>
    ),
  });
}

function OfficeAddress() {
  const { campus, content } = usePage();
  const { t } = useTranslation();
  const { label, phone, email } = content.site.campuses[campus];
  if (phone === undefined && email === undefined) return null;
  return (
    <div className="section section-sunk">
      <address className="section-inner">
        {t('Office of the {campus} campus:', { campus: label })}{' '}
        {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
        {email !== undefined && phone !== undefined && ', '}
        {phone !== undefined && <a href={callLink(phone)}>{phone}</a>}
      </address>
    </div>
  );
}
