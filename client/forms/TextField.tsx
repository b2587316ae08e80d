import type { InputHTMLAttributes } from 'react';
import { Field, type FieldOptions } from './Field.tsx';
import { phoneHint } from '../../shared/forms/phone.ts';

type TextFieldProps = FieldOptions &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode' | 'type'>;

/** A labelled line of text; without `maxlength`, which cuts what is pasted in silence. */
export function TextField({ autoComplete, inputMode, type, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete={autoComplete}
          inputMode={inputMode}
          defaultValue={field.value}
        />
      )}
    </Field>
  );
}

type PhoneFieldProps = FieldOptions & { autoComplete: 'tel-national' | 'off' };

/** A telephone field; its limit is its script's, as `maxlength` would cut a pasted country code's number. */
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
