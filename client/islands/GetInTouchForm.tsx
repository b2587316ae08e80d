import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { useForm } from '../forms/use-form.ts';
import { MAX_LENGTH, PHONE_DIGITS } from '../../shared/forms/schemas.ts';

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' };

/** Get In Touch: name, e-mail, telephone and a message to the campus (SPEC §3, §5). */
export function GetInTouchForm(props: FormProps) {
  const { id, state } = props;
  const form = useForm({ form: 'getInTouch', action: props.action, state });
  const { errors } = form;
  const values = state?.values ?? {};
  return (
    <FormFrame
      form="getInTouch"
      props={props}
      state={form}
      labels={LABELS}
      submitLabel="Send message"
    >
      <Field form={id} name="name" label={LABELS.name} error={errors['name']}>
        {(control) => (
          <input
            {...control}
            autoComplete="name"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['name']}
          />
        )}
      </Field>
      <Field form={id} name="email" label={LABELS.email} error={errors['email']}>
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={MAX_LENGTH.email}
            defaultValue={values['email']}
          />
        )}
      </Field>
      <Field
        form={id}
        name="phone"
        label={LABELS.phone}
        error={errors['phone']}
        hint={`${PHONE_DIGITS} digits`}
      >
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="tel-national"
            inputMode="numeric"
            maxLength={MAX_LENGTH.phone}
            defaultValue={values['phone']}
          />
        )}
      </Field>
      <Field form={id} name="message" label={LABELS.message} error={errors['message']}>
        {(control) => (
          <textarea
            {...control}
            rows={5}
            maxLength={MAX_LENGTH.message}
            defaultValue={values['message']}
          />
        )}
      </Field>
    </FormFrame>
  );
}
