import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { campusPath, otherCampus } from '../../../shared/campuses.ts';
import { callLink } from '../../../shared/links.ts';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';
import { searchString } from '../../../shared/search.ts';

const LISTS = [
  ...Object.entries(RECORD_KINDS).map(([segment, { plural }]) => [segment, plural] as const),
  ['MandatoryDisclosure', 'School documents'],
  ['Admission', 'Admission enquiry'],
] as const;

export function WaysOn() {
  const { campus } = usePage();
  const { t, path } = useTranslation();
  return (
    <nav className="search-ways" aria-label={t('Other pages to try')}>
      <ul>
        {LISTS.map(([segment, label]) => (
          <li key={segment}>
            <a className="button button-quiet" href={path(campusPath(campus, segment))}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function NothingFound() {
  const { search, path, campus, content } = usePage();
  const { t } = useTranslation();
  const { q, kind, campus: chosenCampus, year } = search;
  const isNarrowed = [kind, chosenCampus, year].some((filter) => filter !== undefined);
  const { campuses } = content.site;
  const phone = campuses[campus].phone ?? campuses[otherCampus(campus)].phone;
  return (
    <div className="search-nothing">
      {isNarrowed && (
        <p>
          <a href={path + searchString({ q })}>
            {t('Search all kinds, both campuses and all years')}
          </a>
        </p>
      )}
      <p>{t('Try fewer words, or another spelling. Or try one of these pages:')}</p>
      <WaysOn />
      {phone !== undefined && (
        <p>
          {t('Or call the office:')} <a href={callLink(phone)}>{phone}</a>
        </p>
      )}
    </div>
  );
}
