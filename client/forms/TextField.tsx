import type { InputHTMLAttributes } from 'react';
import { Field, type FieldOptions } from './Field.tsx';
import { phoneHint } from '../../shared/forms/phone.ts';

type TextFieldProps = FieldOptions &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode' | 'pattern' | 'type'>;

/**
 * A labelled line of text; uncontrolled, so that what was typed before the script came stays. Without
 * `maxlength`, which cuts what is pasted in silence: a text that is too long has an error instead.
 */
export function TextField({ autoComplete, inputMode, pattern, type, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete={autoComplete}
          inputMode={inputMode}
          pattern={pattern}
          defaultValue={field.value}
        />
      )}
    </Field>
  );
}

type PhoneFieldProps = FieldOptions & { autoComplete: 'tel-national' | 'off' };

/**
 * A telephone field of ten digits. Its limit is the script's (enhance/phone-field.ts): in the HTML it
 * would cut a number that is pasted with its country code before anything could read it.
 */
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
        />
      )}
    </Field>
  );
}
