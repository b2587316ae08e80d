import { definePage } from '../define-page.ts';
import { CampusLink } from '../parts/CampusLink.tsx';
import { DocumentLink } from '../parts/DocumentLink.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import type { DisclosureCell, DisclosureTable } from '../../shared/content.ts';
import { isExternal } from '../../shared/links.ts';

/** CBSE's Appendix IX. */
export const mandatoryDisclosure = definePage({
  title: 'Mandatory Disclosure',
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
  const documents = content.site.disclosureDocuments;
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
          </ol>
        </nav>
        <div className="disclosure-tables">
          {tables.map((table) => (
            <Table key={table.title} table={table} />
          ))}
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

/** A number, the heading and one value need no column names on a phone. */
const PLAIN_COLUMNS = 3;

/** On phones each row becomes a block; cells carry the names of their columns where there are several (pages/disclosure.css). */
function Table({ table }: { table: ShownTable }) {
  const { id, title, columns, rows } = table;
  // The first column that is not a running number.
  const heading = rows.every(([first], index) => first === String(index + 1)) ? 1 : 0;
  const isPlain = columns.length <= PLAIN_COLUMNS;
  return (
    <table id={id} className="disclosure-table" data-plain={isPlain ? '' : undefined}>
      <caption>
        <Part {...table} /> <h2>{title}</h2>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.map(textOf).join(' ')}>
            {row.map((cell, column) => {
              const label = columns[column];
              const isHeading = column === heading;
              const Tag = isHeading ? 'th' : 'td';
              return (
                <Tag
                  key={label}
                  scope={isHeading ? 'row' : undefined}
                  data-label={isPlain ? undefined : label}
                >
                  <Cell cell={cell} />
                </Tag>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textOf(cell: DisclosureCell): string {
  return typeof cell === 'string' ? cell : cell.label;
}

function Cell({ cell }: { cell: DisclosureCell }) {
  const { path } = useTranslation();
  if (typeof cell === 'string') return <MixedText text={cell} />;
  if ('file' in cell) return <DocumentLink {...cell} />;
  return (
    <a href={path(cell.href)} {...(isExternal(cell.href) && { target: '_blank', rel: 'noopener' })}>
      <MixedText text={cell.label} />
    </a>
  );
}
