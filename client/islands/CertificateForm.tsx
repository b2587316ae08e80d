import { useState } from 'react';
import { CERTIFICATE_FILE, downloadCertificate } from '../forms/download-certificate.ts';
import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { Honeypot } from '../forms/FormFrame.tsx';
import { useForm, type FormPhase } from '../forms/use-form.ts';
import { MAX_LENGTH } from '../../shared/forms/schemas.ts';

/** SPEC §8. */
const LOOK_UP_FAILED = 'Failed to process your request. Please try again later.';
const DOWNLOAD_FAILED = 'Failed to download data.';

const LABELS = { admission: 'Admission number', name: "Student's full name" };

/** Transfer certificate look-up: one message for the whole form, then a download (SPEC §4, §8). */
export function CertificateForm(props: FormProps) {
  const { id, action, state, privacyNote } = props;
  const [isDownloadFailed, setDownloadFailed] = useState(false);
  const form = useForm({ form: 'certificate', action, state, onSent: download });
  const { errors, phase, handlers } = form;
  const values = state?.values ?? {};
  const isBusy = phase.kind === 'busy';
  const message = messageOf({ errors, phase, isDownloadFailed });
  const link = state?.certificateLink ?? null;

  async function download({ data }: { data: string | null }): Promise<FormPhase> {
    if (data === null) return { kind: 'failed' };
    const isDone = await downloadCertificate(data);
    setDownloadFailed(!isDone);
    if (!isDone) window.alert(DOWNLOAD_FAILED);
    return isDone ? { kind: 'sent', reference: null } : { kind: 'failed' };
  }

  return (
    <form
      id={id}
      className="form"
      method="post"
      action={`${action}#${id}`}
      noValidate
      aria-busy={isBusy}
      onInput={handlers.onInput}
      onSubmit={(event) => {
        setDownloadFailed(false);
        handlers.onSubmit(event);
      }}
    >
      <Honeypot form={id} />
      <div className="form-fields">
        <Field form={id} name="admission" label={LABELS.admission} error={undefined}>
          {(control) => (
            <input
              {...control}
              aria-invalid={errors['admission'] === undefined ? undefined : true}
              aria-describedby={message === null ? undefined : `${id}-error`}
              autoComplete="off"
              maxLength={MAX_LENGTH.short}
              defaultValue={values['admission']}
            />
          )}
        </Field>
        <Field form={id} name="name" label={LABELS.name} error={undefined}>
          {(control) => (
            <input
              {...control}
              aria-invalid={errors['name'] === undefined ? undefined : true}
              aria-describedby={message === null ? undefined : `${id}-error`}
              autoComplete="off"
              maxLength={MAX_LENGTH.short}
              defaultValue={values['name']}
            />
          )}
        </Field>
      </div>
      {message !== null && (
        <p className="form-failure" id={`${id}-error`} role="alert">
          {message}
        </p>
      )}
      <p className="form-privacy">{privacyNote}</p>
      <div className="form-end">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Looking…' : 'Get certificate'}
        </button>
      </div>
      {/* Some screen readers announce the attribute but not the element. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <output className="form-success" id="form-status" role="status">
        {phase.kind === 'sent' &&
          link === null &&
          `The certificate was downloaded as ${CERTIFICATE_FILE}.`}
        {phase.kind === 'sent' && link !== null && 'The certificate was found.'}
      </output>
      {link !== null && (
        <p>
          <a className="button button-quiet" href={link} download={CERTIFICATE_FILE}>
            Download the certificate
          </a>
        </p>
      )}
    </form>
  );
}

type MessageOptions = {
  errors: Readonly<Record<string, string>>;
  phase: FormPhase;
  isDownloadFailed: boolean;
};

/** The one message of the form; both fields have the same words (SPEC §5). */
function messageOf({ errors, phase, isDownloadFailed }: MessageOptions): string | null {
  const [first] = Object.values(errors);
  if (first !== undefined) return first;
  if (phase.kind !== 'failed') return null;
  return isDownloadFailed ? DOWNLOAD_FAILED : LOOK_UP_FAILED;
}
