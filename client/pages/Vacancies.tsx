import { usePage } from '../page-context.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import { useTranslation } from '../translation.tsx';
import { formatLong } from '../../shared/dates.ts';
import { openVacancies } from '../../shared/vacancies.ts';

/** A tap writes post and subject into the form. */
export function Vacancies({ formId }: { formId: string }) {
  const { campus, content, path, search, today } = usePage();
  const { t, date } = useTranslation();
  const vacancies = openVacancies(content.office.vacancies, campus, today);
  if (vacancies.length === 0) return null;
  return (
    <section className="vacancies stack" aria-labelledby="vacancies-title">
      <h2 id="vacancies-title">{t('Vacancies')}</h2>
      <ul className="stack">
        {vacancies.map(({ number, post, subject, text, lastDay }) => (
          <li key={number}>
            <h3 id={`vacancy-${number}`}>{`${post}, ${subject}`}</h3>
            <p>
              <MixedText text={text} />
            </p>
            <p className="quiet">{t('Apply by {day}', { day: date(formatLong(lastDay)) })}</p>
            <a
              className="button button-quiet"
              href={`${path}?post=${number}#${formId}`}
              aria-current={search.post === number ? 'true' : undefined}
            >
              {t('Apply')}
              <span className="visually-hidden">{`: ${post}, ${subject}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
