import { definePage } from '../define-page.ts';
import { AppLinks } from '../parts/AppLinks.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Features, useSections } from '../parts/Features.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { SitePicture } from '../parts/Picture.tsx';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import type { Site } from '../../shared/content.ts';

export const erpSoftware = definePage({ title: 'ERP Software', Component: ErpSoftware });

function ErpSoftware() {
  const { vendor } = usePage().content.site;
  const { t } = useTranslation();
  const { opening, sections } = useSections('erp-software');
  return (
    <>
      <PageHeader opening={opening}>
        <VendorLink vendor={vendor} label={t('Visit {name}', { name: vendor.name })} />
      </PageHeader>
      <Section look="section-sunk" inner="popups-grid">
        {vendor.popups.map((popup, index) => (
          <PicturePopup key={popup.title} popup={popup} id={`popup-${index}`} />
        ))}
      </Section>
      <Section inner="erp-body">
        <Features sections={sections} />
        <aside className="erp-app" aria-label={t('Mobile app')}>
          <SitePicture name={vendor.appImage.picture} alt={vendor.appImage.alt} />
          <AppLinks />
          <VendorLink vendor={vendor} label={t('More about {name}', { name: vendor.name })} />
        </aside>
      </Section>
      <Section look="section-sunk section-compact">
        <Related />
      </Section>
    </>
  );
}

type Vendor = Site['vendor'];

function VendorLink({ vendor, label }: { vendor: Vendor; label: string }) {
  return (
    <a className="button" href={vendor.url} target="_blank" rel="noopener">
      {label}
      <Icon name="outside" />
    </a>
  );
}

/** */
function PicturePopup({ popup, id }: { popup: Vendor['popups'][number]; id: string }) {
  return (
    <div className="card">
      <SitePicture name={popup.picture} alt="" ratio="3:2" />
      <div className="card-body">
        <p>{popup.text}</p>
        <button
          type="button"
          className="button button-brand card-button card-link"
          popoverTarget={id}
          aria-haspopup="dialog"
        >
          {popup.title}
        </button>
      </div>
      <Dialog id={id} title={popup.title}>
        <SitePicture name={popup.picture} alt={popup.alt} className="popup-picture" />
        <p>{popup.text}</p>
      </Dialog>
    </div>
  );
}
