import type { ReactNode } from 'react';
import type { FormProps } from './form-props.ts';

export type FieldOptions = {
  /** Id of the form. */
  form: string;
  name: string;
  label: string;
  error: string | undefined;
  /** What the visitor had typed when the server answered. */
  value: string | undefined;
  /** Said below the label, always. */
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

/** A labelled control with its error. The error's place is always there, so that nothing else moves focus order. */
export function Field({ form, name, label, error, hint, children }: FieldProps) {
  const id = fieldId(form, name);
  const described = [
    hint !== undefined && `${id}-hint`,
    error !== undefined && `${id}-error`,
  ].filter((part) => part !== false);
  return (
    <div className={error === undefined ? 'field' : 'field field-wrong'}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        required: true,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
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
  errors: Readonly<Record<string, string>>;
};

/** The options of a form's fields by name. */
export function fieldOptions<Name extends string>({
  props: { id, state },
  labels,
  errors,
}: FormFields<Name>): (name: Name) => FieldOptions {
  return (name) => ({
    form: id,
    name,
    label: labels[name],
    error: errors[name],
    value: state?.values[name],
  });
}
