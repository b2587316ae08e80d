import { usePage } from '../../page-context.tsx';
import { Kept } from '../../parts/Kept.tsx';
import { SitePicture } from '../../parts/Picture.tsx';

/** SPEC §2, home page 11. */
export function Partners() {
  if (usePage().content.site.partners.length === 0) return null;
  return (
    <Kept
      element="section"
      Part={PartnerList}
      className="partners"
      data-section="partners"
      aria-labelledby="partners-title"
    />
  );
}

function PartnerList() {
  return (
    <div className="band-inner">
      <h2 className="partners-title" id="partners-title">
        Our Partners
      </h2>
      <ul className="partners-list">
        {usePage().content.site.partners.map(({ name, logo, href }) => (
          <li key={name}>
            {/* Without an address it is no link, and looks the same. */}
            <a
              className="partner"
              {...(href === undefined ? {} : { href, target: '_blank', rel: 'noopener' })}
            >
              <SitePicture name={logo} alt={`Logo of ${name}`} className="partner-logo" />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
