import type { ReactNode } from 'react';
import { useTranslation } from '../translation.tsx';
import type { Message } from '../../shared/forms/text.ts';

export type FieldOptions = {
  form: string;
  name: string;
  label: string;
  isRequired: boolean;
  error: Message | undefined;
  /** The error came while the visitor was at this field, and no summary names it. */
  isErrorNew: boolean;
  /** What the visitor had typed when the server responded. */
  value: string | undefined;
  /** It stands below the control: above, it would push the control out of its row. */
  hint?: Message;
  /** It stands above the hint and says what to write, and why the school asks. */
  note?: string;
};

type FieldProps = Omit<FieldOptions, 'value'> & {
  children: (control: ControlProps) => ReactNode;
};

type ControlProps = {
  id: string;
  name: string;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

export function Field({
  form,
  name,
  label,
  isRequired,
  error,
  isErrorNew,
  hint,
  note,
  children,
}: FieldProps) {
  const { t, message } = useTranslation();
  const id = fieldId(form, name);
  const described = [
    note !== undefined && `${id}-note`,
    hint !== undefined && `${id}-hint`,
    error !== undefined && `${id}-error`,
  ];
  return (
    <div className={error === undefined ? 'field' : 'field field-wrong'}>
      <label htmlFor={id}>
        {t(label)}
        {!isRequired && <> {t('(optional)')}</>}
      </label>
      {children({
        id,
        name,
        // With `required` Firefox calls an empty field, and its form, invalid before anything was typed.
        'aria-required': isRequired || undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {note !== undefined && (
        <p className="field-hint" id={`${id}-note`}>
          {t(note)}
        </p>
      )}
      {hint !== undefined && (
        // A script of the field may have changed the hint before hydration.
        <p className="field-hint" id={`${id}-hint`} suppressHydrationWarning>
          {message(hint)}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role={isErrorNew ? 'alert' : undefined}>
          {message(error)}
        </p>
      )}
    </div>
  );
}

export function fieldId(form: string, name: string): string {
  return `${form}-${name}`;
}
