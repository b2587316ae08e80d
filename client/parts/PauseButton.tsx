import { useTranslation } from '../translation.tsx';

/** Shown when its script runs (scripts/motion/pausable.ts). */
export function PauseButton({ noun }: { noun: string }) {
  const { t } = useTranslation();
  return (
    <button
      className="pause-button"
      type="button"
      data-noun={noun}
      aria-label={t('Pause {noun}', { noun })}
      hidden
    />
  );
}
