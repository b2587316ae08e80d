import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

/** Filled by client/scripts/offline-notice.ts. */
export function OfflineNotice() {
  const { hasWorker } = usePage();
  const { t } = useTranslation();
  return (
    <aside
      className="offline-notice"
      aria-label={t('Offline')}
      hidden
      data-worker={hasWorker ? '' : undefined}
    >
      {/* Some screen readers announce this role, but not an <output>. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="status" />
      <details hidden>
        <summary>{t('Show')}</summary>
      </details>
    </aside>
  );
}
