import { Icon } from './Icon.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

export function Share({ title }: { title: string }) {
  const { siteUrl, path } = usePage();
  const { t } = useTranslation();
  const url = siteUrl + path;
  const text = encodeURIComponent(`${title}\n${url}`);
  return (
    <section className="share" aria-label={t('Share')}>
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
    </section>
  );
}
