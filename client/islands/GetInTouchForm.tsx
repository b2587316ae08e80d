import { Field, fieldOptions } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/use-form.ts';
import { MAX_LENGTH, PHONE_DIGITS } from '../../shared/forms/schemas.ts';

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' };

/** Get In Touch: name, e-mail, telephone and a message to the campus (SPEC §3, §5). */
export function GetInTouchForm(props: FormProps) {
  const form = useForm({ form: 'getInTouch', action: props.action, state: props.state });
  const field = fieldOptions({ props, labels: LABELS, errors: form.errors });
  const message = field('message');
  return (
    <FormFrame
      form="getInTouch"
      props={props}
      state={form}
      labels={LABELS}
      submitLabel="Send message"
    >
      <TextField {...field('name')} autoComplete="name" />
      <TextField
        {...field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={MAX_LENGTH.email}
      />
      <TextField
        {...field('phone')}
        hint={`${PHONE_DIGITS} digits`}
        type="text"
        autoComplete="tel-national"
        inputMode="numeric"
        maxLength={MAX_LENGTH.phone}
      />
      <Field {...message}>
        {(control) => (
          <textarea
            {...control}
            rows={5}
            maxLength={MAX_LENGTH.message}
            defaultValue={message.value}
          />
        )}
      </Field>
    </FormFrame>
  );
}
