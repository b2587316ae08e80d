import { Icon } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';

/** Takes its space at once; its script shows it (scripts/motion/movement.ts). */
export function MovementSwitch() {
  const { t } = useTranslation();
  return (
    <button type="button" className="movement-switch" aria-pressed="false">
      <Icon name="movement" />
      {t('Stop all movement')}
    </button>
  );
}
