import { featurePage } from './feature-page.tsx';

export const infrastructure = featurePage('Infrastructure', 'infrastructure');
