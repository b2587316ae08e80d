import { FeaturePage } from '../parts/FeaturePage.tsx';

export function ExtraCurricularActivity() {
  return <FeaturePage prose="extra-curricular-activity" />;
}
