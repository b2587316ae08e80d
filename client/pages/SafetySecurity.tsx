import { definePage } from '../define-page.ts';
import { FeaturePage } from '../parts/FeaturePage.tsx';

export const safetySecurity = definePage({
  title: 'Safety & Security',
  Component: SafetySecurity,
});

function SafetySecurity() {
  return <FeaturePage prose="safety-security" />;
}
