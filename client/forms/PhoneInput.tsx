import type { ControlProps } from './Field.tsx';
import { PHONE_DIGITS } from '../../shared/forms/schemas.ts';

type PhoneInputProps = {
  control: ControlProps;
  autoComplete: 'tel-national' | 'off';
  value: string | undefined;
};

/** A telephone field that takes ten digits (SPEC §5: limited in the field, not on submit). */
export function PhoneInput({ control, autoComplete, value }: PhoneInputProps) {
  return (
    <input
      {...control}
      type="text"
      autoComplete={autoComplete}
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={PHONE_DIGITS}
      defaultValue={value}
    />
  );
}
