import { Icon } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';

/** Stops all movement, here and on later pages (parts/movement.ts); takes its place at once, is seen when it works. */
export function MovementSwitch() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="icon-button movement-switch"
      aria-pressed="false"
      aria-label={t('Stop all movement')}
      title={t('Stop all movement')}
    >
      <Icon name="movement" />
    </button>
  );
}
