import { Icon } from './Icon.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

/** scripts/share.ts adds the device's share sheet, else copying. */
export function Share({ title }: { title: string }) {
  const { siteUrl, path } = usePage();
  const { t } = useTranslation();
  const url = siteUrl + path;
  const text = encodeURIComponent(`${title}\n${url}`);
  return (
    <section
      className="share"
      aria-label={t('Share')}
      data-enhance="share"
      data-title={title}
      data-url={url}
    >
      <span aria-hidden="true">{t('Share')}</span>
      <a className="share-way" href={`https://wa.me/?text=${text}`} target="_blank" rel="noopener">
        <Icon name="chat" />
        WhatsApp
      </a>
      <a
        className="share-way"
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
      >
        <Icon name="mail" />
        {t('Email')}
      </a>
      <button type="button" className="share-way reserved" hidden>
        <Icon name="share" />
        <span>{t('Copy link')}</span>
      </button>
      {/* Orca names the role of an empty <output>. */}
      <span className="visually-hidden" aria-live="polite" />
    </section>
  );
}
