import { featurePage } from './feature-page.tsx';

export const extraCurricularActivity = featurePage(
  'Extra Curricular Activity',
  'extra-curricular-activity',
);
