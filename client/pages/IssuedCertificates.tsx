import { DataTable } from '../parts/DataTable.tsx';
import { Section } from '../parts/Section.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { formatLong } from '../../shared/dates.ts';

/** The list that CBSE asks for, where the school publishes one. */
export function IssuedCertificates() {
  const { campus, content } = usePage();
  const { t, date } = useTranslation();
  const certificates = content.office.issuedCertificates.filter((each) => each.campus === campus);
  if (certificates.length === 0) return null;
  return (
    <Section>
      <DataTable
        id="issued"
        caption={<h2>{t('Issued certificates')}</h2>}
        columns={[t('Number'), t('Student'), t('Class'), t('Issued')]}
        rows={certificates.map(({ number, person, schoolClass, issued }) => [
          number,
          person,
          schoolClass,
          date(formatLong(issued)),
        ])}
      />
    </Section>
  );
}
