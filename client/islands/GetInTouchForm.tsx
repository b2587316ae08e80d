import { useLayoutEffect, useRef, useState } from 'react';
import { Field, type FieldOptions } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/use-form.ts';
import { useTranslation } from '../translation.tsx';
import { PHONE_HINTS } from '../../shared/forms/phone.ts';
import { MAX_LENGTH } from '../../shared/forms/schemas.ts';
import { cleanText } from '../../shared/forms/text.ts';

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' };

/** */
export function GetInTouchForm(props: FormProps) {
  const { field, ...form } = useForm('getInTouch', props, { labels: LABELS });
  return (
    <FormFrame form={form} submitLabel="Send message">
      <TextField {...field('name')} autoComplete="name" />
      <TextField {...field('email')} type="email" autoComplete="email" inputMode="email" />
      <TextField
        {...field('phone')}
        hint={PHONE_HINTS.usual}
        autoComplete="tel-national"
        inputMode="numeric"
      />
      <MessageField {...field('message')} />
    </FormFrame>
  );
}

function MessageField(field: FieldOptions) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(() => lengthOf(field.value ?? ''));
  // What was typed before the script came counts too.
  useLayoutEffect(() => setLength(lengthOf(area.current?.value ?? '')), []);
  const { t } = useTranslation();
  const room = MAX_LENGTH.message.toLocaleString('en');
  const hint =
    length === 0
      ? t('Up to {room} characters', { room })
      : t('{length} of {room} characters', { length: length.toLocaleString('en'), room });
  return (
    <Field {...field} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          ref={area}
          rows={4}
          dir="auto"
          defaultValue={field.value}
          onInput={({ currentTarget }) => setLength(lengthOf(currentTarget.value))}
        />
      )}
    </Field>
  );
}

/** Spaces around the text do not count, as they are not sent. */
function lengthOf(text: string): number {
  return cleanText(text).length;
}
