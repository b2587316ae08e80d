import { featurePage } from './feature-page.tsx';

export const lifeAtGis = featurePage('Life at GIS', 'life-at-gis');
