import { definePage } from '../define-page.ts';
import { Icon } from '../parts/Icon.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { usePage } from '../page-context.tsx';
import type { DisclosureCell, DisclosureTable } from '../../shared/content.ts';
import { isExternal } from '../../shared/links.ts';

/** CBSE's Appendix IX as tables, the documents linked where they are named. */
export const mandatoryDisclosure = definePage({
  title: 'Mandatory Disclosure',
  Component: MandatoryDisclosure,
});

function MandatoryDisclosure() {
  const { content, campus } = usePage();
  const tables = content.disclosure[campus];
  const documents = content.site.disclosureDocuments;
  return (
    <>
      <PageHeader
        lede={`Information that CBSE asks every affiliated school to publish: ${tables.length} tables and ${documents.length} documents.`}
      />
      <div className="section">
        <div className="section-inner disclosure">
          <nav className="disclosure-nav" aria-label="Parts of the disclosure">
            <ol>
              {tables.map((table, index) => (
                <li key={table.title}>
                  <a href={`#${tableId(index)}`}>
                    <span className="disclosure-part">{table.part}</span> {table.title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="disclosure-tables">
            {tables.map((table, index) => (
              <Table key={table.title} id={tableId(index)} table={table} />
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

function tableId(index: number): string {
  return `table-${index + 1}`;
}

/** On phones each row becomes a block whose cells carry the names of their columns (pages/disclosure.css). */
function Table({ id, table }: { id: string; table: DisclosureTable }) {
  const heading = headingColumn(table);
  return (
    <table id={id} className="disclosure-table">
      <caption>
        <span className="disclosure-part">{table.part}</span> {table.title}
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
            {row.map((cell, column) =>
              column === heading ? (
                <th key={table.columns[column]} scope="row" data-label={table.columns[column]}>
                  <Cell cell={cell} />
                </th>
              ) : (
                <td key={table.columns[column]} data-label={table.columns[column]}>
                  <Cell cell={cell} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The column that names the row: the first one that is not a running number. */
function headingColumn({ rows }: DisclosureTable): number {
  const isNumbered = rows.every(([first], index) => first === String(index + 1));
  return isNumbered ? 1 : 0;
}

function textOf(cell: DisclosureCell): string {
  return typeof cell === 'string' ? cell : cell.label;
}

function Cell({ cell }: { cell: DisclosureCell }) {
  if (typeof cell === 'string') return cell;
  if ('file' in cell) {
    return (
      <a className="file-link" href={`/files/${cell.file}`} target="_blank" rel="noopener">
        <Icon name="file" />
        {cell.label}
      </a>
    );
  }
  return (
    <a href={cell.href} {...(isExternal(cell.href) && { target: '_blank', rel: 'noopener' })}>
      {cell.label}
    </a>
  );
}
