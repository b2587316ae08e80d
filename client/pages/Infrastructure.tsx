import { definePage } from '../define-page.ts';
import { FeaturePage } from '../parts/FeaturePage.tsx';

export const infrastructure = definePage({
  title: 'Infrastructure',
  Component: Infrastructure,
});

function Infrastructure() {
  return <FeaturePage prose="infrastructure" />;
}
