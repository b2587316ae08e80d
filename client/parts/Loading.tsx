import { useTranslation } from '../translation.tsx';

/** Stands where a list is on its way. */
export function Loading() {
  const { t } = useTranslation();
  return <p className="empty">{t('Loading …')}</p>;
}
