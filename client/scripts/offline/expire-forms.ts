import { inStore, type WaitingForm } from './form-store.ts';
import { isExpired } from './waiting-forms.ts';

/** Nothing that was written stays for longer; that a form was not sent does, until the visitor closes it. */
export async function expireForms(): Promise<void> {
  await inStore('readwrite', (forms, store) => {
    for (const form of forms.filter(isExpired))
      if (form.state === 'sent') store.delete(form.key);
      else store.put(toExpired(form));
  });
}

function toExpired(form: WaitingForm): WaitingForm {
  const messages = form.state === 'waiting' ? ['Offline for too long.'] : form.messages;
  return { ...form, state: 'rejected', fields: [], messages };
}
