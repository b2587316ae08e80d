import { Suspense } from 'react';
import { HomeSection } from './HomeSection.tsx';
import { MoreLink } from './MoreLink.tsx';
import { Skeleton } from './Skeleton.tsx';
import { ThisWeek } from './ThisWeek.tsx';
import { NewsTicker } from '../../parts/NewsTicker.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { newestFirst } from '../../../shared/records/order.ts';

const MAX_NEWS = 10;

/** */
export function LatestNews() {
  const { t } = useTranslation();
  return (
    <HomeSection name="news" look="section section-compact section-sunk" inner="news">
      <div>
        <h2 id="news-title">{t('Latest News')}</h2>
        <Suspense fallback={<Skeleton shape="lines" />}>
          <News />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <ThisWeek />
      </Suspense>
    </HomeSection>
  );
}

function News() {
  const { t } = useTranslation();
  const news = newestFirst(useList('news')).slice(0, MAX_NEWS);
  return (
    <NewsTicker
      news={news}
      footer={<MoreLink page="News" label={t('View More')} about={t('news')} />}
    />
  );
}
