import { definePage } from '../define-page.ts';
import { SitePicture } from '../parts/Picture.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUSES, CAMPUS_ROUTES, type Campus } from '../../shared/campuses.ts';

export const chooser = definePage({
  title: 'Choose a campus',
  isEntrance: true,
  Component: Chooser,
});

/** Two cards, one to each campus. On /Campus this is all of the page, on / its first section. */
export function Chooser() {
  const { content, path, title } = usePage();
  const { path: localPath } = useTranslation();
  const isCompletePage = path === localPath('/Campus');
  return (
    <section className="chooser" aria-labelledby="chooser-title">
      <div className="section-inner">
        <h1 id="chooser-title" className={isCompletePage ? undefined : 'chooser-title'}>
          {isCompletePage ? title : content.site.tagline}
        </h1>
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
  const { label, place, summary, aboutPicture } = usePage().content.site.campuses[campus];
  return (
    <a href={path(CAMPUS_ROUTES[campus].home)} className="campus-card" data-campus={campus}>
      <SitePicture
        name={aboutPicture.picture}
        alt=""
        focus={aboutPicture.focus}
        ratio="16:9"
        priority
      />
      <span className="campus-card-text">
        <span className="campus-card-name">{label}</span>
        <span className="campus-card-place">{place}</span>
        <span className="campus-card-summary">{summary}</span>
        <span className="button">{t('Enter')}</span>
      </span>
    </a>
  );
}
