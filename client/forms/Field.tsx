import type { ReactNode } from 'react';
import type { FormProps } from './form-props.ts';
import type { Form } from './use-form.ts';

export type FieldOptions = {
  /** Id of the form. */
  form: string;
  name: string;
  label: string;
  error: string | undefined;
  /** The error came while the visitor was at this field, and no summary names it. */
  isErrorNew: boolean;
  /** What the visitor had typed when the server answered. */
  value: string | undefined;
  /** Said below the control, always: above, it would push the control out of its row. */
  hint?: string;
};

type FieldProps = Omit<FieldOptions, 'value'> & {
  children: (control: ControlProps) => ReactNode;
};

/** What ties a control to its label, hint and error. */
type ControlProps = {
  id: string;
  name: string;
  required: true;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/** A labelled control with its hint and error. */
export function Field({ form, name, label, error, isErrorNew, hint, children }: FieldProps) {
  const id = fieldId(form, name);
  const described = [
    hint !== undefined && `${id}-hint`,
    error !== undefined && `${id}-error`,
  ].filter((part) => part !== false);
  return (
    <div className={error === undefined ? 'field' : 'field field-wrong'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        required: true,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
      {hint !== undefined && (
        // A script of the field may have said something else before React came.
        <p className="field-hint" id={`${id}-hint`} suppressHydrationWarning>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role={isErrorNew ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  );
}

export function fieldId(form: string, name: string): string {
  return `${form}-${name}`;
}

type FormFields<Name extends string> = {
  props: FormProps;
  labels: Readonly<Record<Name, string>>;
  form: Pick<Form, 'errors' | 'summarised'>;
};

/** The options of a form's fields by name. */
export function fieldOptions<Name extends string>({
  props: { id, state },
  labels,
  form: { errors, summarised },
}: FormFields<Name>): (name: Name) => FieldOptions {
  return (name) => ({
    form: id,
    name,
    label: labels[name],
    error: errors[name],
    isErrorNew: !summarised.includes(name),
    value: state?.values[name],
  });
}
