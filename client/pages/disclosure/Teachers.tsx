import { DataTable } from '../../parts/DataTable.tsx';
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';

export const TEACHERS_ID = 'teachers';

/** It shows names, subjects and qualifications of the table of the staff. */
export function Teachers() {
  const { campus, content, path, search } = usePage();
  const { t, number } = useTranslation();
  const all = content.staff.filter((teacher) => teacher.campus === campus);
  if (all.length === 0) return null;
  const subjects = [...new Set(all.flatMap((teacher) => teacher.subjects))].toSorted();
  const chosen = subjects.find((subject) => subject === search.q);
  const shown = all.filter((teacher) => chosen === undefined || teacher.subjects.includes(chosen));
  return (
    <section aria-labelledby="teachers-title">
      <form className="row" method="get" action={`${path}#${TEACHERS_ID}`}>
        <label htmlFor="teachers-subject">{t('Subject')}</label>
        <select id="teachers-subject" name="q" defaultValue={chosen ?? ''}>
          <option value="">{t('All')}</option>
          {subjects.map((subject) => (
            <option key={subject}>{subject}</option>
          ))}
        </select>
        <button className="button button-quiet" type="submit">
          {t('Show')}
        </button>
      </form>
      <DataTable
        id={TEACHERS_ID}
        caption={<h2 id="teachers-title">{t('Teachers')}</h2>}
        columns={[t('S. No.'), t('Name'), t('Post'), t('Subject'), t('Qualification')]}
        rows={shown.map(({ person, designation, subjects: own, qualification }, index) => [
          number(index + 1),
          person,
          designation,
          own.join(', ') || '–',
          qualification,
        ])}
      />
    </section>
  );
}
