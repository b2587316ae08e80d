import { useTranslation } from '../translation.tsx';

export function Loading() {
  const { t } = useTranslation();
  return <p className="empty">{t('Loading …')}</p>;
}
