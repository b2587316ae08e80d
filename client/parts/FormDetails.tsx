import { DefinitionList } from './DefinitionList.tsx';
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
  // A form's own words replace those of all forms.
  const commonOf = common.filter(({ label }) => !forms[form].some(({ what }) => what === label));
  return (
    <details data-unsearched="" className="form-details prose">
      <summary>{t('What we ask for, and what happens to it')}</summary>
      <DefinitionList
        entries={forms[form].map(({ what, why }) => ({
          name: what,
          value: <MixedText text={why} />,
        }))}
      />
      {form === 'admission' && (
        <p>
          <MixedText text={children} />
        </p>
      )}
      <DefinitionList
        entries={commonOf.map(({ label, text }) => ({
          name: label,
          value: <MixedText text={text} />,
        }))}
      />
    </details>
  );
}
