import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { FieldOptions } from './Field.tsx';
import { copyForm, type FormCopy } from './FormCopy.tsx';
import type { FormProps } from './form-props.ts';
import { sendForm, type SendResult } from './send-form.ts';
import { isField } from '../rebuilt-fields.ts';
import { showNotice } from '../scripts/offline-notice.ts';
import { OFFLINE_LIMITS } from '../scripts/offline/offline-limits.ts';
import { WAITING_FORMS, waitingForms } from '../scripts/offline/form-store.ts';
import type { Message } from '../../shared/forms/text.ts';
import { getIdempotencyKey, sendStored, unsettled } from '../scripts/offline/store-form.ts';
import {
  checkForm,
  HONEYPOT_FIELD,
  isRequired,
  lengthError,
  type FormErrors,
  type FormName,
  type FormNotice,
  type FormState,
} from '../../shared/forms.ts';

/** How long a look-up of a certificate takes at most. */
const LOOK_UP_MS = 30_000;

/** Why a form that could not be sent does not wait on the device either. */
const NOT_STORED = {
  'too-many':
    'This form could not be sent, and too many others wait on this phone. What you wrote is still here: please try again when you are online.',
  blocked:
    'This form could not be sent, nor saved on this phone. What you wrote is still here: please try again when you are online.',
} as const;

/** `progress` is the sent share of an upload, null without one. */
export type FormPhase =
  | { kind: 'ready' }
  | { kind: 'busy'; progress: number | null }
  | { kind: 'sent'; reference: string | null; copy?: FormCopy }
  /** It waits on this device for a network. */
  | { kind: 'kept'; key: string; copy: FormCopy }
  | { kind: 'failed'; notice: FormNotice | null };

type UseFormOptions<Name extends string> = {
  labels: Readonly<Record<Name, string>>;
  /** Checks what is not text; returns errors by field. */
  checkMore?: (data: FormData) => Promise<FormErrors>;
  /** What a success means besides an empty form. */
  onSent?: (result: Extract<SendResult, { kind: 'sent' }>) => Promise<FormPhase>;
};

export type Form = Omit<ReturnType<typeof useForm>, 'field'>;

/** Fields are uncontrolled: text typed before hydration stays. */
export function useForm<Name extends string>(
  form: FormName,
  props: FormProps,
  { labels, checkMore, onSent }: UseFormOptions<Name>,
) {
  const { id, action, state } = props;
  const [errors, setErrors] = useState<FormErrors>(state?.errors ?? {});
  /** Fields whose error came from a submit, in the order of the page. */
  const [summarised, setSummarised] = useState(() => Object.keys(state?.errors ?? {}));
  const [phase, setPhase] = useState<FormPhase>(() => toPhase(state));
  const isBusy = useRef(false);

  useEffect(() => {
    if (phase.kind !== 'kept') return undefined;
    const { key, copy } = phase;
    const over = new AbortController();
    const { signal } = over;
    async function followUp(): Promise<void> {
      const forms = await waitingForms().catch(() => []);
      // The visitor has sent the next one meanwhile.
      if (signal.aborted) return;
      const kept = forms.find((waiting) => waiting.key === key);
      if (kept?.state === 'sent') setPhase({ kind: 'sent', reference: kept.reference, copy });
      if (kept?.state === 'rejected') setPhase({ kind: 'failed', notice: null });
    }
    const onShown = () => void followUp();
    onShown();
    document.addEventListener(WAITING_FORMS, onShown, { signal });
    return () => over.abort();
  }, [phase]);

  async function submit(element: HTMLFormElement): Promise<void> {
    const data = new FormData(element);
    const check = checkForm(form, readTexts(data));
    const found = { ...(!check.isValid && check.errors), ...(await checkMore?.(data)) };
    if (Object.keys(found).length > 0 || !check.isValid) return showErrors(element, found);
    setPhase({ kind: 'busy', progress: checkMore === undefined ? null : 0 });
    for (const [name, value] of Object.entries(check.values)) data.set(name, value);
    const body = checkMore === undefined ? new URLSearchParams(readTexts(data)) : data;
    const key = getIdempotencyKey(element, data);
    const isSecret = form === 'certificate';
    const send = () =>
      sendForm(action, body, {
        key,
        limitMs: isSecret ? LOOK_UP_MS : OFFLINE_LIMITS.sendMs,
        onProgress(progress) {
          if (checkMore !== undefined) setPhase({ kind: 'busy', progress });
        },
      });
    const kept = { key, form: id, action, nextSteps: props.nextSteps };
    const { result, stored } = isSecret
      ? { result: await send(), stored: null }
      : await sendStored(kept, data, send);
    if (result.kind !== 'unreached') unsettled.delete(element);
    else if (stored === 'stored') {
      const copy = copyForm(element, labels);
      void showNotice();
      empty(element);
      setPhase({ kind: 'kept', key, copy });
      return;
    }
    if (result.kind === 'invalid') showErrors(element, result.errors);
    else if (result.kind === 'failed') {
      const trap = element.elements.namedItem(HONEYPOT_FIELD);
      if (isField(trap)) trap.value = '';
      setPhase(result);
    } else if (result.kind === 'unreached') {
      const isNamed = stored === 'too-many' || stored === 'blocked';
      const notice = isNamed ? { messages: [NOT_STORED[stored]], link: null } : null;
      setPhase({ kind: 'failed', notice });
    } else {
      const outcome =
        onSent === undefined
          ? { ...result, copy: copyForm(element, labels) }
          : await onSent(result);
      if (outcome.kind === 'sent') empty(element);
      setPhase(outcome);
    }
  }

  function showErrors(element: HTMLFormElement, found: FormErrors): void {
    flushSync(() => {
      setPhase({ kind: 'ready' });
      setErrors(found);
      setSummarised(Object.keys(found));
    });
    focusSummary(element);
  }

  /** Sets or takes back the error of one field, beside it only. */
  const setError = useCallback((name: string, error: Message | null): void => {
    if (error === null) setSummarised((before) => before.filter((key) => key !== name));
    setErrors((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)),
      ...(error === null ? {} : { [name]: error }),
    }));
  }, []);

  function field(name: Name): FieldOptions {
    return {
      form: id,
      name,
      label: labels[name],
      isRequired: isRequired(form, name),
      error: errors[name],
      isErrorNew: !summarised.includes(name),
      value: state?.values?.[name],
    };
  }

  return {
    props,
    labels,
    field,
    errors,
    summarised,
    phase,
    setError,
    handlers: {
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isBusy.current) return;
        isBusy.current = true;
        setErrors({});
        setSummarised([]);
        void submit(event.currentTarget).finally(() => {
          isBusy.current = false;
        });
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        if (isField(target)) setError(target.name, lengthError(form, target.name, target.value));
      },
    },
  };
}

function toPhase(state: FormState | null): FormPhase {
  if (state?.outcome === 'failed') return { kind: 'failed', notice: state.notice ?? null };
  return state?.outcome === 'sent'
    ? { kind: 'sent', reference: state.sentReference ?? null }
    : { kind: 'ready' };
}

/** It scrolls the first invalid field into view too, if both fit. */
function focusSummary(element: HTMLFormElement): void {
  const summary = element.querySelector<HTMLElement>('.form-summary');
  summary?.focus({ preventScroll: true });
  for (const part of [element.querySelector('.field-wrong'), summary])
    part?.scrollIntoView({ block: 'nearest' });
}

function readTexts(data: FormData): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of data) if (typeof value === 'string') texts[name] = value;
  return texts;
}

/** `reset()` would restore what the server rendered. */
function empty(element: HTMLFormElement): void {
  for (const field of element.elements) {
    if (!isField(field)) continue;
    field.value = '';
    // Counters and hints follow what is typed.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
