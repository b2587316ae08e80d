import { Icon } from './Icon.tsx';
import type { CampusContent } from '../../shared/content.ts';

type MapLinkOptions = { label: string; map: NonNullable<CampusContent['map']> };

/** Where a campus is: a map elsewhere, by enhance/map.ts one in place after a click. */
export function MapLink({ label, map }: MapLinkOptions) {
  return (
    <a
      href={map.link}
      className="reach"
      target="_blank"
      rel="noopener"
      data-enhance={map.embed && 'map'}
      data-embed={map.embed}
      title={`Map of the ${label} campus`}
    >
      <Icon name="place" />
      Map of {label}
    </a>
  );
}
