import { definePage } from '../define-page.ts';
import { SitePicture } from '../parts/Picture.tsx';
import { usePage } from '../page-context.tsx';
import { CAMPUSES, CAMPUS_ROUTES, type Campus } from '../../shared/campuses.ts';

export const chooser = definePage({
  title: 'Choose a campus',
  isEntrance: true,
  Component: Chooser,
});

/** Two cards, one to each campus. On /Campus this is all of the page, on / its first section. */
export function Chooser() {
  const { content, path, title } = usePage();
  const isWholePage = path === '/Campus';
  return (
    <section className="chooser" aria-labelledby="chooser-title">
      <div className="band-inner">
        <h1 id="chooser-title" className={isWholePage ? undefined : 'chooser-title'}>
          {isWholePage ? title : content.site.tagline}
        </h1>
        <div className="doors">
          {CAMPUSES.map((campus) => (
            <Door key={campus} campus={campus} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Door({ campus }: { campus: Campus }) {
  const { label, place, summary, aboutPicture } = usePage().content.site.campuses[campus];
  return (
    <a href={CAMPUS_ROUTES[campus].home} className="door" data-campus={campus}>
      <SitePicture name={aboutPicture.picture} alt="" ratio="16:9" priority />
      <span className="door-text">
        <span className="door-name">{label}</span>
        <span className="door-place">{place}</span>
        <span className="door-summary">{summary}</span>
        <span className="button">Enter</span>
      </span>
    </a>
  );
}
