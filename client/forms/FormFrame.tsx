import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { fieldId } from './Field.tsx';
import { FormCopyButton } from './FormCopy.tsx';
import type { Form } from './use-form.ts';
import { useTranslation } from '../translation.tsx';
import { KEPT } from '../scripts/offline/kept-forms.ts';
import { pageText } from '../../shared/fill-text.ts';
import { HONEYPOT_FIELD, type FormNotice } from '../../shared/forms.ts';

type FormFrameProps = {
  form: Form;
  submitLabel: string;
  encType?: 'multipart/form-data';
  children: ReactNode;
};

export function FormFrame({ form, submitLabel, encType, children }: FormFrameProps) {
  const { props, phase, handlers } = form;
  const { id, action, campus, campusName, state, privacyNote, failureNotice, nextSteps } = props;
  const { t } = useTranslation();
  const isBusy = phase.kind === 'busy';
  const isSent = phase.kind === 'sent';
  const failure = phase.kind === 'failed' ? (phase.notice ?? toNotice(failureNotice)) : null;
  // The response to a post scrolls to the start of the form; a script shows its result beside the button.
  const isAtTop = failure !== null && failure === state?.notice;
  return (
    <form
      id={id}
      className="form"
      method="post"
      action={`${action}#${id}`}
      encType={encType}
      noValidate
      aria-busy={isBusy}
      {...handlers}
    >
      <FormSuccess>
        {phase.kind === 'kept' ? pageText(KEPT) : isSent && t('Your Form Submitted Successfully.')}
      </FormSuccess>
      {isSent && phase.reference !== null && (
        <p className="form-reference">
          {t('Your reference:')} <strong>{phase.reference}</strong>
        </p>
      )}
      {isSent && <NextSteps steps={nextSteps} />}
      {isSent && phase.copy !== undefined && (
        <FormCopyButton copy={phase.copy} campus={campusName} reference={phase.reference} />
      )}
      <ErrorSummary form={form} />
      {isAtTop && <FormFailure notice={failure} />}
      <input type="hidden" name="school" value={isSent ? '' : campus} />
      <Honeypot form={id} />
      <div className="form-fields" data-enhance="form-draft" data-when="now">
        {children}
      </div>
      <p className="form-privacy">{privacyNote}</p>
      <p className="field-hint form-draft" suppressHydrationWarning>
        {t('What you type stays in this tab until you send it or close the tab.')}
        {encType !== undefined && <> {t('A file does not: it must be chosen again.')}</>}
      </p>
      <div className="form-end row">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {isBusy ? t('Sending…') : t(submitLabel)}
        </button>
        {isBusy && phase.progress !== null && (
          <progress max={1} value={phase.progress} aria-label={t('Upload')}>
            {Math.round(phase.progress * 100)} %
          </progress>
        )}
      </div>
      {failure !== null && !isAtTop && <FormFailure notice={failure} ref={reveal} />}
      {!isSent && <NextSteps steps={nextSteps} />}
    </form>
  );
}

type FormFailureProps = { notice: FormNotice; id?: string; ref?: Ref<HTMLParagraphElement> };

export function FormFailure({ notice, id, ref }: FormFailureProps) {
  const { message } = useTranslation();
  const { link } = notice;
  const text = notice.messages.map(message).join(' ');
  const at = link === null ? -1 : text.lastIndexOf(link);
  return (
    <p className="form-failure" id={id} ref={ref} role="alert">
      {link === null || at < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <a href={link}>{link}</a>
          {text.slice(at + link.length)}
        </>
      )}
    </p>
  );
}

/** The button may be the last thing that fits on a phone. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function toNotice(text: string): FormNotice | null {
  return text === '' ? null : { messages: [text], link: null };
}

/** Names the fields only: each message is beside its field. */
function ErrorSummary({ form: { props, labels, summarised } }: { form: Form }) {
  const { t } = useTranslation();
  const count = summarised.length;
  if (count === 0) return null;
  return (
    // A script moves the focus here, which reads all of it.
    <div
      className="form-summary"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- fieldset is for fields
      role="group"
      aria-labelledby={`${props.id}-summary`}
      tabIndex={-1}
    >
      <p id={`${props.id}-summary`}>
        {count === 1
          ? t('Please check this field:')
          : t('Please check these {count} fields:', { count })}
      </p>
      <ul>
        {summarised.map((name) => (
          <li key={name}>
            <a href={`#${fieldId(props.id, name)}`}>{t(labels[name] ?? '')}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NextSteps({ steps }: { steps: readonly string[] }) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <section className="next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">{t('What happens next')}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

/** The element exists from the start, so that screen readers announce the change. */
export function FormSuccess({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef(children);
  useEffect(() => {
    // Not what the server has rendered: the visitor is already elsewhere when the form is hydrated.
    if (shown.current === children) return;
    // A form that waited was sent: the visitor may be elsewhere by now, and the role announces it.
    const wasKept = typeof shown.current === 'string';
    shown.current = children;
    if (typeof children !== 'string' || wasKept) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'center' });
  }, [children]);
  return (
    // Some screen readers announce this role, but not an <output>.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="form-success" id="form-status" role="status" tabIndex={-1} ref={element}>
      {children}
    </div>
  );
}

export function Honeypot({ form }: { form: string }) {
  const { t } = useTranslation();
  const id = fieldId(form, HONEYPOT_FIELD);
  return (
    <div className="form-trap" aria-hidden="true">
      <label htmlFor={id}>{t('Leave this empty')}</label>
      <input
        id={id}
        name={HONEYPOT_FIELD}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        // 1Password, Bitwarden and LastPass leave such fields empty.
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
      />
    </div>
  );
}
