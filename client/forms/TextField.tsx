import type { InputHTMLAttributes } from 'react';
import { Field, type FieldOptions } from './Field.tsx';
import { phoneHint } from '../../shared/forms/phone.ts';

type TextFieldProps = FieldOptions &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode' | 'type'>;

/** It has no `maxlength`, which cuts pasted text silently. Browsers do not restore a field with `autocomplete="off"`. */
export function TextField({ autoComplete, inputMode, type, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={type}
          // Names in Urdu begin at the right.
          dir={type === undefined ? 'auto' : undefined}
          autoComplete={autoComplete}
          inputMode={inputMode}
          defaultValue={field.value}
        />
      )}
    </Field>
  );
}

type PhoneFieldProps = FieldOptions & {
  autoComplete: 'tel-national' | 'section-school tel-national';
};

/** Its script limits the digits: `maxlength` would cut a pasted number with its country code. */
export function PhoneField({ autoComplete, ...field }: PhoneFieldProps) {
  return (
    <Field {...field} hint={phoneHint(field.value ?? '')}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={autoComplete}
          defaultValue={field.value}
          data-enhance="phone-field"
          data-when="now"
          // Its script has set the limit before React comes.
          suppressHydrationWarning
        />
      )}
    </Field>
  );
}
