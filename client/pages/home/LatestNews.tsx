import { Skeleton } from './Skeleton.tsx';
import { usePage } from '../../page-context.tsx';
import { NewsTicker } from '../../parts/NewsTicker.tsx';
import { Section } from '../../parts/Section.tsx';
import { useList } from '../../queries.ts';
import { campusPath } from '../../../shared/campuses.ts';
import { newestFirst } from '../../../shared/filters.ts';

/** Most news on a home page; all of it is on the news page. */
const MAX_NEWS = 10;

/** Latest news on the home page. */
export function LatestNews() {
  return (
    <section className="section section-sunk" data-section="news" aria-labelledby="news-title">
      <div className="section-inner news">
        <div>
          <h2 id="news-title">Latest News</h2>
          <p className="lede">Circulars, results and what happened at school this week.</p>
        </div>
        <Section fallback={<Skeleton shape="lines" />}>
          <News />
        </Section>
      </div>
    </section>
  );
}

function News() {
  const { campus } = usePage();
  return (
    <NewsTicker
      news={newestFirst(useList('news')).slice(0, MAX_NEWS)}
      footer={
        <a className="more" href={campusPath(campus, 'News')}>
          View More
          <span className="visually-hidden"> news</span>
        </a>
      }
    />
  );
}
