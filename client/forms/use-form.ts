import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { sendForm, type SendResult } from './send-form.ts';
import { checkForm, fieldsOf, type FormName, type FormState } from '../../shared/forms.ts';

/** Where a form stands. `progress` is the share of an upload that has left, null for forms without one. */
export type FormPhase =
  | { kind: 'ready' }
  | { kind: 'busy'; progress: number | null }
  | { kind: 'sent'; reference: string | null }
  | { kind: 'failed' };

type UseFormOptions = {
  form: FormName;
  action: string;
  /** The state that the server rendered, if the form was posted without JavaScript. */
  state: FormState | null;
  /** Checks what is not text; answers errors by field. */
  checkMore?: (data: FormData) => Promise<Readonly<Record<string, string>>>;
  /** What a success means besides an empty form. */
  onSent?: (result: Extract<SendResult, { kind: 'sent' }>) => Promise<FormPhase>;
};

/**
 * A form of uncontrolled fields: what was typed before the script came stays. Checks by the server's
 * own rules, sends, and moves the focus to the first error.
 */
export function useForm({ form, action, state, checkMore, onSent }: UseFormOptions) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(state?.errors ?? {});
  const [phase, setPhase] = useState<FormPhase>(() => phaseOf(state));
  /** The form was emptied, its hidden school with it (SPEC §4). */
  const [isEmptied, setEmptied] = useState(state?.outcome === 'sent');
  const isBusy = useRef(false);

  async function submit(element: HTMLFormElement): Promise<void> {
    const data = new FormData(element);
    const check = checkForm(form, textsOf(data));
    const found = { ...(check.isValid ? {} : check.errors), ...(await checkMore?.(data)) };
    if (Object.keys(found).length > 0) {
      setPhase({ kind: 'ready' });
      showErrors(element, found);
      return;
    }
    setPhase({ kind: 'busy', progress: checkMore === undefined ? null : 0 });
    const body = checkMore === undefined ? new URLSearchParams(textsOf(data)) : data;
    const result = await sendForm(action, body, {
      onProgress: (progress) => checkMore !== undefined && setPhase({ kind: 'busy', progress }),
    });
    if (result.kind === 'sent' && onSent !== undefined) {
      setPhase(await onSent(result));
    } else if (result.kind === 'sent') {
      empty(element);
      setEmptied(true);
      setPhase({ kind: 'sent', reference: result.reference });
    } else {
      setPhase({ kind: result.kind === 'failed' ? 'failed' : 'ready' });
      if (result.kind === 'invalid') showErrors(element, result.errors);
    }
  }

  function showErrors(element: HTMLFormElement, found: Readonly<Record<string, string>>): void {
    flushSync(() => setErrors(found));
    const first = [...element.elements].find(
      (field) =>
        'name' in field && typeof field.name === 'string' && Object.hasOwn(found, field.name),
    );
    if (first instanceof HTMLElement) first.focus();
  }

  return {
    errors,
    phase,
    isEmptied,
    /** For the form element. */
    handlers: {
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isBusy.current) return;
        isBusy.current = true;
        setErrors({});
        void submit(event.currentTarget).finally(() => {
          isBusy.current = false;
        });
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { target } = event;
        const name = target instanceof Element ? target.getAttribute('name') : null;
        if (name === null) return;
        setErrors((before) =>
          Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)),
        );
      },
    },
  };
}

function phaseOf(state: FormState | null): FormPhase {
  if (state?.outcome === 'failed') return { kind: 'failed' };
  return state?.outcome === 'sent'
    ? { kind: 'sent', reference: state.sentReference }
    : { kind: 'ready' };
}

function textsOf(data: FormData): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of data) if (typeof value === 'string') texts[name] = value;
  return texts;
}

/** To '' rather than to what the server had rendered, which `reset()` would bring back. */
function empty(element: HTMLFormElement): void {
  for (const field of element.elements) {
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = '';
  }
}

/** Fields with an error, in the order of the page. */
export function fieldsWithErrors(
  form: FormName,
  errors: Readonly<Record<string, string>>,
): readonly string[] {
  return [...fieldsOf(form), 'attachments'].filter((name) => Object.hasOwn(errors, name));
}
