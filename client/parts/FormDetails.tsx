import { MixedText } from './MixedText.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import type { FormName } from '../../shared/forms.ts';

/** It stands beside a form and lists what it asks for and why, who gets it, how long, how to withdraw and to complain. */
export function FormDetails({ form }: { form: FormName }) {
  const { formNotices } = usePage().content.office;
  const { t } = useTranslation();
  if (formNotices === null) return null;
  const { forms, common, children } = formNotices;
  return (
    <details className="form-details">
      <summary>{t('What we ask for, and what happens to it')}</summary>
      <dl>
        {forms[form].map(({ what, why }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <MixedText text={why} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <MixedText text={children} />
      </p>
      <dl>
        {common.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <MixedText text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
