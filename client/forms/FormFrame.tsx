import type { ReactNode } from 'react';
import { fieldId } from './Field.tsx';
import { FormFailure } from './FormFailure.tsx';
import type { FormProps } from './form-props.ts';
import type { Form } from './use-form.ts';
import { useTranslation } from '../translation.tsx';
import { HONEYPOT_FIELD, type FormNotice } from '../../shared/forms.ts';

type FormFrameProps = {
  props: FormProps;
  state: Form;
  labels: Readonly<Record<string, string>>;
  submitLabel: string;
  encType?: 'multipart/form-data';
  children: ReactNode;
};

/** What the enquiry forms share: summary of errors, hidden fields, button, progress, what became of it. */
export function FormFrame({
  props,
  state,
  labels,
  submitLabel,
  encType,
  children,
}: FormFrameProps) {
  const { id, action, campus, privacyNote, failureNotice } = props;
  const { summarised, phase, isEmptied, handlers } = state;
  const { t } = useTranslation();
  const isBusy = phase.kind === 'busy';
  const failure = phase.kind === 'failed' ? (phase.notice ?? noticeOf(failureNotice)) : null;
  // A page that answers a post shows the beginning of its form, a script's answer comes beside the button.
  const isAtTop = failure !== null && failure === props.state?.notice;
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
      <ErrorSummary form={id} names={summarised} labels={labels} />
      {isAtTop && <FormFailure notice={failure} />}
      <input type="hidden" name="school" value={isEmptied ? '' : campus} />
      <Honeypot form={id} />
      <div className="form-fields">{children}</div>
      <p className="form-privacy">{privacyNote}</p>
      <div className="form-end">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {isBusy ? t('Sending…') : t(submitLabel)}
        </button>
        {isBusy && phase.progress !== null && (
          <progress max={1} value={phase.progress} aria-label={t('Upload')}>
            {Math.round(phase.progress * 100)} %
          </progress>
        )}
      </div>
      <FormSuccess>{phase.kind === 'sent' && t('Your Form Submitted Successfully.')}</FormSuccess>
      {phase.kind === 'sent' && phase.reference !== null && (
        <p className="form-reference">
          {t('Your reference:')} <strong>{phase.reference}</strong>
        </p>
      )}
      {failure !== null && !isAtTop && <FormFailure notice={failure} ref={reveal} />}
    </form>
  );
}

/** The button may be the last thing that fits on a phone. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function noticeOf(text: string): FormNotice | null {
  return text === '' ? null : { text, link: null };
}

type ErrorSummaryProps = Pick<FormFrameProps, 'labels'> & {
  form: string;
  names: readonly string[];
};

/** Names the fields, not the messages: those stand once, beside their fields. */
function ErrorSummary({ form, names, labels }: ErrorSummaryProps) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <div className="form-summary" role="alert">
      <p>
        {names.length === 1
          ? t('Please look at this field:')
          : t('Please look at these {count} fields:', { count: names.length })}
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`#${fieldId(form, name)}`}>{t(labels[name] ?? '')}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Says that a form was sent; it is there before, so that screen readers hear its change. */
export function FormSuccess({ children }: { children: ReactNode }) {
  return (
    // Some screen readers announce this role, but not an <output>.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="form-success" id="form-status" role="status">
      {children}
    </div>
  );
}

/** A field for robots, out of everybody else's sight, focus and memory. */
export function Honeypot({ form }: { form: string }) {
  const { t } = useTranslation();
  const id = fieldId(form, HONEYPOT_FIELD);
  return (
    <div className="form-trap" aria-hidden="true">
      <label htmlFor={id}>{t('Leave this empty')}</label>
      <input id={id} name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
