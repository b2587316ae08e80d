import { definePage } from '../define-page.ts';
import { CampusLink } from '../parts/CampusLink.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { Teachers, TEACHERS_ID } from './disclosure/Teachers.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import type { DisclosureTable } from '../../shared/content.ts';
import { menuDocuments } from '../../shared/menu-entries.ts';

/** CBSE's Appendix IX. */
export const mandatoryDisclosure = definePage({
  title: 'Mandatory Disclosure',
  // The subject by which the teachers are filtered.
  searchKeys: ['q'],
  Component: MandatoryDisclosure,
});

function MandatoryDisclosure() {
  const { content, campus } = usePage();
  const { t } = useTranslation();
  const tables = content.disclosure[campus].map((table, index, all) => ({
    ...table,
    id: `table-${index + 1}`,
    isPartRepeated: all[index - 1]?.part === table.part,
  }));
  const documents = menuDocuments(campus, content);
  return (
    <>
      <PageHeader
        lede={t(
          'Information that every CBSE school must publish: {tables} tables and {documents} documents.',
          { tables: tables.length, documents: documents.length },
        )}
      >
        <CampusLink page="Documents" className="more">
          {t('All documents in one list')}
        </CampusLink>
      </PageHeader>
      <Section inner="disclosure">
        <nav className="disclosure-nav" aria-label={t('Parts of the disclosure')}>
          <ol>
            {tables.map((table) => (
              <li key={table.title}>
                <a href={`#${table.id}`}>
                  <Part {...table} /> {table.title}
                </a>
              </li>
            ))}
            {content.staff.some((teacher) => teacher.campus === campus) && (
              <li>
                <a href={`#${TEACHERS_ID}`}>{t('Teachers')}</a>
              </li>
            )}
          </ol>
        </nav>
        <div className="disclosure-tables">
          {tables.map((table) => (
            <DataTable
              key={table.title}
              {...table}
              caption={
                <>
                  <Part {...table} /> <h2>{table.title}</h2>
                </>
              }
            />
          ))}
          <Teachers />
        </div>
      </Section>
    </>
  );
}

type ShownTable = DisclosureTable & { id: string; isPartRepeated: boolean };

function Part({ part, isPartRepeated }: Pick<ShownTable, 'part' | 'isPartRepeated'>) {
  return (
    <span className={isPartRepeated ? 'disclosure-part repeated' : 'disclosure-part'}>{part}</span>
  );
}
