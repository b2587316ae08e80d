import { brandStyles, type BrandStyles } from '../../client/styles/brand-styles.ts';
import { readContent } from './content.ts';

/**
 * What the build makes styles and fonts of; null where site.json has faults, which the check of content/
 * tells.
 */
export async function readBrand(contentFolder: string): Promise<BrandStyles | null> {
  const { site } = await readContent(contentFolder);
  return site === null ? null : brandStyles(site);
}
