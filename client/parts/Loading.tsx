import { useTranslation } from '../translation.tsx';

export function Loading() {
  const { t } = useTranslation();
  return <p className="empty">{t('Loading …')}</p>;
}

export function Skeleton({ shape }: { shape: 'cards' | 'lines' }) {
  return <div className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}
