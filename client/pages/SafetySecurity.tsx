import { FeaturePage } from '../parts/FeaturePage.tsx';

export function SafetySecurity() {
  return <FeaturePage prose="safety-security" />;
}
