import { useLayoutEffect, useRef, useState } from 'react';
import { Field, type FieldOptions } from './Field.tsx';
import { useTranslation } from '../translation.tsx';
import { MAX_LENGTH } from '../../shared/forms/schemas.ts';
import { cleanText } from '../../shared/forms/text.ts';

export function MessageField(field: FieldOptions) {
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
          defaultValue={field.value}
          onInput={({ currentTarget }) => setLength(lengthOf(currentTarget.value))}
        />
      )}
    </Field>
  );
}

/** Without the spaces around the text, which are not sent. */
function lengthOf(text: string): number {
  return cleanText(text).length;
}
