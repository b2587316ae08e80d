import { FeaturePage } from '../parts/FeaturePage.tsx';

export function Infrastructure() {
  return <FeaturePage prose="infrastructure" />;
}
