import { definePage } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { DocumentLink } from '../parts/DocumentLink.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';

export const documents = definePage({
  title: 'Documents',
  Component: Documents,
});

function Documents() {
  const { content } = usePage();
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        lede={t('All documents of the school. Read them here, open them or download them.')}
      />
      <Section>
        <ul className="document-list">
          {content.documents.map((document) => (
            <li key={document.file}>
              <DocumentLink document={document} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
