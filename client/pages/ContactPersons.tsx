import { usePage } from '../page-context.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { useTranslation } from '../translation.tsx';
import { callLink } from '../../shared/links.ts';

/** Who answers for complaints, safety and data at the campus. */
export function ContactPersons() {
  const { campus, content } = usePage();
  const { t } = useTranslation();
  const persons = content.office.contacts.filter((each) => each.campus === campus);
  if (persons.length === 0) return null;
  const hasEmail = persons.some(({ email }) => email !== undefined);
  return (
    <DataTable
      id="who-answers"
      caption={<h2>{t('Who answers')}</h2>}
      columns={[t('For'), t('Name'), t('Telephone'), ...(hasEmail ? [t('Email')] : [])]}
      rows={persons.map(({ concern, person, phone, email }) => [
        concern,
        person,
        { label: phone, href: callLink(phone) },
        ...(hasEmail
          ? [email === undefined ? '–' : { label: email, href: `mailto:${email}` }]
          : []),
      ])}
    />
  );
}
