import { definePage, type PageModule } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { DocumentLink, useDocument } from '../parts/DocumentLink.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import { formatLong } from '../../shared/dates.ts';
import { documentFacts, documentsOf, type SiteDocument } from '../../shared/documents.ts';

export const documents = definePage({
  title: 'Documents',
  Component: Documents,
});

function Documents() {
  const { content, campus } = usePage();
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        lede={t('All documents of the school. Read them here, open them or download them.')}
      />
      <Section>
        <ul className="document-list">
          {documentsOf(campus, content.documents).map((document) => (
            <li key={document.file}>
              <DocumentLink file={document.file} />
              <DocumentDate document={document} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function DocumentDate({ document: { published } }: { document: SiteDocument }) {
  const { t, date } = useTranslation();
  if (published === null) return null;
  return (
    <p className="quiet document-date">
      {t('Published on {day}', { day: date(formatLong(published)) })}
    </p>
  );
}

/** The page of one document: what it is, ways to open and to keep it, and a frame where browsers show PDFs in one. */
export function documentPage({ file, title: englishTitle }: SiteDocument): PageModule {
  return definePage({ title: englishTitle, Component: DocumentPage });

  function DocumentPage() {
    const { t } = useTranslation();
    const document = useDocument(file);
    const { isScan } = usePage();
    const { title } = document;
    const href = `/files/${file}`;
    return (
      <>
        <PageHeader parent="Documents" lede={documentFacts(document)}>
          <DocumentDate document={document} />
        </PageHeader>
        <Section look="list-section">
          <p className="document-ways row">
            <a className="button" href={href} target="_blank" rel="noopener">
              <Icon name="file" />
              {t('Open')}
              <span className="visually-hidden"> {title}</span>
            </a>
            <a className="button button-quiet" href={href} download>
              <Icon name="download" />
              {t('Download')}
              <span className="visually-hidden"> {title}</span>
            </a>
          </p>
          {isScan(file) && (
            <p>
              {t('This document is a picture of paper. Please ask the office for a readable copy.')}
            </p>
          )}
          {/* Our own file; browsers show no PDF in a sandboxed frame. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe className="pdf-frame" src={href} title={title} loading="lazy" />
        </Section>
      </>
    );
  }
}
