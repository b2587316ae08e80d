import { featurePage } from './feature-page.tsx';

export const safetySecurity = featurePage('Safety & Security', 'safety-security');
