import { useTranslation } from '../translation.tsx';

/** Rests a moving part; it takes its place at once and is shown when its script runs (scripts/motion/pausable.ts). */
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
