import { usePage } from '../page-context.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { useTranslation } from '../translation.tsx';
import { formatLong } from '../../shared/dates.ts';

/** Ages, dates and documents by class. */
export function AdmissionClasses() {
  const { campus, content } = usePage();
  const { t, date } = useTranslation();
  const classes = content.office.admissions.filter((each) => each.campus === campus);
  if (classes.length === 0) return null;
  return (
    <DataTable
      id="classes"
      caption={<h2>{t('Ages, dates and documents')}</h2>}
      columns={[t('Class'), t('Age on 1 April'), t('Forms from'), t('Last day'), t('Documents')]}
      rows={classes.map(({ classes: names, age = '–', from, lastDay, needed }) => [
        names,
        age,
        date(formatLong(from)),
        date(formatLong(lastDay)),
        needed.join(', '),
      ])}
    />
  );
}
