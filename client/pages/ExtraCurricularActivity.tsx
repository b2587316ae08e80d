import { definePage } from '../define-page.ts';
import { FeaturePage } from '../parts/FeaturePage.tsx';

export const extraCurricularActivity = definePage({
  title: 'Extra Curricular Activity',
  Component: ExtraCurricularActivity,
});

function ExtraCurricularActivity() {
  return <FeaturePage prose="extra-curricular-activity" />;
}
