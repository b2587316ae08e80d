import type { ReactNode } from 'react';
import { DocumentLink } from './DocumentLink.tsx';
import { MixedText } from './MixedText.tsx';
import { useTranslation } from '../translation.tsx';
import type { DisclosureCell, DisclosureTable } from '../../shared/content.ts';
import { toAsciiDigits } from '../../shared/digits.ts';
import { isExternal } from '../../shared/links.ts';

type DataTableOptions = Pick<DisclosureTable, 'columns' | 'rows'> & {
  id: string;
  caption: ReactNode;
};

/** A number, the heading and one value need no column names on a phone. */
const PLAIN_COLUMNS = 3;

/** Each row becomes a block on phones; cells carry the names of their columns where there are several (pages/disclosure.css). */
export function DataTable({ id, caption, columns, rows }: DataTableOptions) {
  // The first column that is not a running number.
  const isNumber = ([first = '']: readonly DisclosureCell[], index: number) =>
    toAsciiDigits(cellText(first)) === String(index + 1);
  const heading = rows.every(isNumber) ? 1 : 0;
  const isPlain = columns.length <= PLAIN_COLUMNS;
  return (
    <table id={id} className="disclosure-table" data-plain={isPlain ? '' : undefined}>
      <caption>{caption}</caption>
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
          <tr key={row.map(cellText).join(' ')}>
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

export function cellText(cell: DisclosureCell): string {
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
