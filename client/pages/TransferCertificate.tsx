import { definePage } from '../define-page.ts';
import { formProps } from '../forms/form-props.ts';
import { Island } from '../island.tsx';
import { CertificateForm } from '../islands/CertificateForm.tsx';
import { usePage } from '../page-context.tsx';
import { useDocument } from '../parts/DocumentLink.tsx';
import { IssuedCertificates } from './IssuedCertificates.tsx';
import { FormDetails } from '../parts/FormDetails.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import { documentFacts } from '../../shared/documents.ts';

export const transferCertificate = definePage({
  title: 'Transfer Certificate',
  form: 'certificate',
  Component: TransferCertificate,
});

function TransferCertificate() {
  const page = usePage();
  const { t } = useTranslation();
  const document = useDocument(page.content.site.sampleCertificate);
  const sample = `/files/${document.file}`;
  return (
    <>
      <PageHeader
        lede={t('Enter the admission number and name exactly as in the school register.')}
      />
      <Section inner="certificate">
        <div>
          <Island
            name="CertificateForm"
            component={CertificateForm}
            props={formProps(page, 'certificate')}
          />
          <FormDetails form="certificate" />
        </div>
        <section className="certificate-sample" aria-labelledby="sample-title">
          <h2 id="sample-title">{t('Sample certificate')}</h2>
          {/* Our own file; browsers show no PDF in a sandboxed frame. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            src={sample}
            title={t('Sample transfer certificate')}
            height={500}
            loading="lazy"
          />
          <p>
            <a className="file-link" href={sample} target="_blank" rel="noopener">
              {t('Open the sample certificate')}
            </a>{' '}
            <span className="quiet">{`(${documentFacts(document)})`}</span>
          </p>
        </section>
      </Section>
      <IssuedCertificates />
    </>
  );
}
