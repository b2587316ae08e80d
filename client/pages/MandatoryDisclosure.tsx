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
  const tables = content.disclosure[campus];
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
            {tables.map((table, index) => (
              <li key={table.title}>
                <a href={`#${tableId(index)}`}>
                  <Part tables={tables} index={index} /> {table.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="disclosure-tables">
          {tables.map((table, index) => (
            <Table key={table.title} tables={tables} index={index} />
          ))}
        </div>
      </Section>
    </>
  );
}

function tableId(index: number): string {
  return `table-${index + 1}`;
}

type TableProps = { tables: readonly DisclosureTable[]; index: number };

function Part({ tables, index }: TableProps) {
  const part = tables[index]?.part;
  const isRepeated = tables[index - 1]?.part === part;
  return (
    <span className={isRepeated ? 'disclosure-part repeated' : 'disclosure-part'}>{part}</span>
  );
}

/** A number, the heading and one value need no column names on a phone. */
const PLAIN_COLUMNS = 3;

/** On phones each row becomes a block; cells carry the names of their columns where there are several (pages/disclosure.css). */
function Table({ tables, index }: TableProps) {
  const table = tables[index];
  if (table === undefined) return null;
  const heading = headingColumn(table);
  const isPlain = table.columns.length <= PLAIN_COLUMNS;
  return (
    <table id={tableId(index)} className="disclosure-table" data-plain={isPlain ? '' : undefined}>
      <caption>
        <Part tables={tables} index={index} /> <h2>{table.title}</h2>
      </caption>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row.map(textOf).join(' ')}>
            {row.map((cell, column) => {
              const label = table.columns[column];
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

/** The first column that is not a running number. */
function headingColumn({ rows }: DisclosureTable): number {
  const isNumbered = rows.every(([first], index) => first === String(index + 1));
  return isNumbered ? 1 : 0;
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
