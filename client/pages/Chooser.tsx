import { definePage } from '../define-page.ts';
import { cellText } from '../parts/DataTable.tsx';
import { Icon } from '../parts/Icon.tsx';
import { SitePicture } from '../parts/Picture.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import type { Translation } from '../../shared/translation.ts';
import { CAMPUSES, CAMPUS_TABLE, type Campus } from '../../shared/campuses.ts';
import type { DisclosureTable } from '../../shared/content.ts';

export const chooser = definePage({
  title: 'Choose a campus',
  isEntrance: true,
  Component: Chooser,
});

/** All of /Campus, and the first section of /. */
export function Chooser() {
  const { content, path, title } = usePage();
  const { path: localPath } = useTranslation();
  const isCompletePage = path === localPath('/Campus');
  return (
    <section className="chooser" aria-labelledby="chooser-title">
      <div className="section-inner">
        <p className="eyebrow">{content.site.offer}</p>
        <h1 id="chooser-title">{isCompletePage ? title : content.site.name}</h1>
        <div className="campus-cards">
          {CAMPUSES.map((campus) => (
            <CampusCard key={campus} campus={campus} />
          ))}
        </div>
      </div>
    </section>
  );
}

function CampusCard({ campus }: { campus: Campus }) {
  const { t, path } = useTranslation();
  const { site, disclosure } = usePage().content;
  const { label, place, summary, aboutPicture } = site.campuses[campus];
  const result = latestResult(disclosure[campus], t);
  return (
    <div className="campus-card" data-campus={campus}>
      <SitePicture name={aboutPicture.picture} alt="" focus={aboutPicture.focus} priority />
      <div className="campus-card-text">
        <h2 className="campus-card-name">
          <a href={path(CAMPUS_TABLE[campus].home)} className="card-link">
            {label}
          </a>
        </h2>
        <span className="campus-card-place">{place}</span>
        {result !== null && <span className="campus-card-result">{result}</span>}
        <span className="campus-card-summary">{summary}</span>
      </div>
      <Icon name="arrow" />
    </div>
  );
}

/** The newest result of the highest class in the disclosure tables. */
function latestResult(tables: readonly DisclosureTable[], t: Translation['t']): string | null {
  const table = tables.findLast(({ columns }) => columns.includes(t('Pass percentage')));
  const row = table?.rows.at(-1)?.map(cellText);
  const year = row?.[table?.columns.indexOf(t('Year')) ?? -1];
  const share = row?.[table?.columns.indexOf(t('Pass percentage')) ?? -1];
  if (table === undefined || year === undefined || share === undefined) return null;
  return t('{result} {year}: {share}% passed', {
    result: table.title,
    // "2025-26" and "100.00" on one line.
    year: year.replace('-', '\u2011'),
    share: share.replace(/\.0+$/, ''),
  });
}
