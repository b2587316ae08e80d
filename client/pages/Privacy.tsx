import { FeaturePage } from './feature-page.tsx';
import { definePage } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { callLink } from '../../shared/links.ts';

/** What this website stores of its visitors, where and how long, and whom to ask. */
export const privacy = definePage({
  title: 'Privacy',
  Component: Privacy,
});

function Privacy() {
  const { campus, content } = usePage();
  const { label, phone, email } = content.site.campuses[campus];
  return (
    <>
      <FeaturePage prose="privacy" />
      {(phone !== undefined || email !== undefined) && (
        <div className="section section-sunk">
          <address className="section-inner">
            Office of the {label} campus:{' '}
            {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
            {email !== undefined && phone !== undefined && ', '}
            {phone !== undefined && <a href={callLink(phone)}>{phone}</a>}
          </address>
        </div>
      )}
    </>
  );
}
