import { Icon } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';

/** Stops all movement, here and on later pages (parts/movement.ts); takes its place at once, is seen when it works. */
export function MovementSwitch() {
  const { t } = useTranslation();
  return (
    <button type="button" className="movement-switch" aria-pressed="false">
      <Icon name="movement" />
      {t('Stop all movement')}
    </button>
  );
}
