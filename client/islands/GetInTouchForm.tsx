import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { MessageField } from '../forms/MessageField.tsx';
import { TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/use-form.ts';
import { PHONE_HINTS } from '../../shared/forms/phone.ts';

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' };

/** */
export function GetInTouchForm(props: FormProps) {
  const { field, ...form } = useForm('getInTouch', props, { labels: LABELS });
  const message = field('message');
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
      <MessageField {...message} value={message.value ?? props.topic} />
    </FormFrame>
  );
}
