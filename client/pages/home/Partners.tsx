import { usePage } from '../../page-context.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';

export function Partners() {
  const { partners } = usePage().content.site;
  const { t } = useTranslation();
  if (partners.length === 0) return null;
  return (
    <section className="partners" data-section="partners" aria-labelledby="partners-title">
      <div className="section-inner">
        <h2 className="partners-title" id="partners-title">
          {t('Our Partners')}
        </h2>
        <ul className="partners-list">
          {partners.map(({ name, logo, href }) => (
            <li key={name}>
              {/* An anchor without an address is no link, and looks the same. */}
              <a
                className="partner"
                {...(href === undefined ? {} : { href, target: '_blank', rel: 'noopener' })}
              >
                <SitePicture
                  name={logo}
                  alt={t('Logo of {name}', { name })}
                  className="partner-logo"
                />
                <span aria-hidden="true">
                  <MixedText text={name} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
