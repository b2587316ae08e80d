import { definePage } from '../define-page.ts';
import { FeaturePage } from '../parts/FeaturePage.tsx';

export const lifeAtGis = definePage({
  title: 'Life at GIS',
  Component: LifeAtGis,
});

function LifeAtGis() {
  return <FeaturePage prose="life-at-gis" />;
}
