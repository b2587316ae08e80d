import { FeaturePage } from '../parts/FeaturePage.tsx';

export function LifeAtGis() {
  return <FeaturePage prose="life-at-gis" />;
}
