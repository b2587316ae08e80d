import { Icon } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';
import type { CampusContent } from '../../shared/content.ts';

type MapLinkOptions = { label: string; map: NonNullable<CampusContent['map']> };

/** scripts/map.ts shows the map in place after a click. */
export function MapLink({ label, map }: MapLinkOptions) {
  const { t } = useTranslation();
  return (
    <a
      href={map.link}
      className="reach"
      target="_blank"
      rel="noopener"
      data-enhance={map.embed && 'map'}
      data-embed={map.embed}
      title={t('Map of the {campus} campus', { campus: label })}
    >
      <Icon name="place" />
      {t('Map of {campus}', { campus: label })}
    </a>
  );
}
