import { definePage } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { DocumentLink } from '../parts/DocumentLink.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import { formatLong } from '../../shared/dates.ts';
import { newestFees, type FeeTable } from '../../shared/fees.ts';

export const fees = definePage({ title: 'Fees', Component: Fees });

function Fees() {
  const { campus, content } = usePage();
  const { t } = useTranslation();
  const tables = newestFees(content.office.fees?.[campus]);
  return (
    <>
      <PageHeader lede={t('All fees in rupees, by class and head.')} />
      <Section inner="disclosure-tables">
        {tables.length === 0 && <p>{t('Please ask the office for the fees.')}</p>}
        {tables.map((table) => (
          <SessionFees key={table.session} table={table} />
        ))}
      </Section>
    </>
  );
}

function SessionFees({ table }: { table: FeeTable }) {
  const { session, published, heads, classes, notes, file } = table;
  const { t, date } = useTranslation();
  return (
    <section className="stack" aria-labelledby={`fees-${session}`}>
      <DataTable
        id={`table-${session}`}
        caption={
          <>
            <h2 id={`fees-${session}`}>{t('Session {session}', { session })}</h2>{' '}
            <span className="quiet">
              {t('Published on {day}', { day: date(formatLong(published)) })}
            </span>
          </>
        }
        columns={[t('Class'), ...heads.map(({ head, when }) => `${head} (${when})`)]}
        rows={classes.map(({ classes: names, rupees }) => [names, ...rupees.map(amount)])}
      />
      <ul>
        {notes.map((note) => (
          <li key={note}>
            <MixedText text={note} />
          </li>
        ))}
      </ul>
      {file !== undefined && <DocumentLink file={file} />}
    </section>
  );
}

/** India puts its commas by lakhs: `₹ 1,08,000`. */
function amount(rupees: number | null): string {
  return rupees === null ? '–' : `₹\u00a0${rupees.toLocaleString('en-IN')}`;
}
