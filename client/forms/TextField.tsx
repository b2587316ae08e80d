import type { InputHTMLAttributes } from 'react';
import { Field, type FieldOptions } from './Field.tsx';
import { MAX_LENGTH, PHONE_DIGITS } from '../../shared/forms/schemas.ts';

type TextFieldProps = FieldOptions &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'maxLength' | 'pattern' | 'type'
  >;

/** A labelled line of text; uncontrolled, so that what was typed before the script came stays. */
export function TextField({
  autoComplete,
  inputMode,
  maxLength = MAX_LENGTH.short,
  pattern,
  type,
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete={autoComplete}
          inputMode={inputMode}
          pattern={pattern}
          maxLength={maxLength}
          defaultValue={field.value}
        />
      )}
    </Field>
  );
}

type PhoneFieldProps = FieldOptions & { autoComplete: 'tel-national' | 'off' };

/** A telephone field that takes ten digits (SPEC §5: limited in the field, not on submit). */
export function PhoneField(props: PhoneFieldProps) {
  return (
    <TextField
      {...props}
      type="text"
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={PHONE_DIGITS}
    />
  );
}
