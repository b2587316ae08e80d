import { useState } from 'react';
import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFailure, FormSuccess, Honeypot } from '../forms/FormFrame.tsx';
import { useForm, type Form, type FormPhase } from '../forms/use-form.ts';
import { useTranslation } from '../translation.tsx';
import type { FormNotice } from '../../shared/forms.ts';

/** */
const LOOK_UP_FAILED = 'Failed to process your request. Please try again later.';
const DOWNLOAD_FAILED = 'Failed to download data.';

/** How long the download of a certificate may be silent. */
const SILENT_MS = 30_000;

/** `file` is the name under which a script has downloaded it. */
type Found = { link: string; file: string | null };

const LABELS = { admission: 'Admission number', name: "Student's full name" };

/** */
export function CertificateForm(props: FormProps) {
  const { id, action, state, privacyNote } = props;
  const { t } = useTranslation();
  const { field, ...form } = useForm('certificate', props, { labels: LABELS, onSent: download });
  const { errors, phase } = form;
  const isBusy = phase.kind === 'busy';
  const notice = findNotice(form);
  const [found, setFound] = useState<Found | null>(() =>
    state?.certificateLink === undefined ? null : { link: state.certificateLink, file: null },
  );

  async function download({ data }: { data: string | null }): Promise<FormPhase> {
    if (data === null) return { kind: 'failed', notice: null };
    const file = await downloadCertificate(data);
    if (file !== null) {
      // Browsers inside other apps refuse downloads without an error: the link stays.
      setFound({ link: data, file });
      return { kind: 'sent', reference: null };
    }
    window.alert(t(DOWNLOAD_FAILED));
    return { kind: 'failed', notice: { messages: [DOWNLOAD_FAILED], link: null } };
  }

  return (
    <form
      id={id}
      className="form"
      method="post"
      action={`${action}#${id}`}
      noValidate
      aria-busy={isBusy}
      {...form.handlers}
    >
      <Honeypot form={id} />
      <div className="form-fields">
        {(['admission', 'name'] as const).map((name) => (
          <Field key={name} {...field(name)} error={undefined}>
            {(control) => (
              <input
                {...control}
                aria-invalid={errors[name] === undefined ? undefined : true}
                aria-describedby={notice === null ? undefined : `${id}-error`}
                defaultValue={field(name).value}
              />
            )}
          </Field>
        ))}
      </div>
      {notice !== null && <FormFailure id={`${id}-error`} notice={notice} />}
      <p className="form-privacy">{privacyNote}</p>
      <div className="form-end row">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {isBusy ? t('Looking…') : t('Get certificate')}
        </button>
      </div>
      <FormSuccess>
        {phase.kind === 'sent' &&
          (found?.file
            ? t('The certificate was downloaded as {file}.', { file: found.file })
            : t('The certificate was found.'))}
      </FormSuccess>
      {phase.kind === 'sent' && found !== null && (
        <p>
          <a className="button button-quiet" href={found.link} download>
            {t('Download the certificate')}
          </a>
        </p>
      )}
    </form>
  );
}

/** One message for both fields. */
function findNotice({ errors, phase }: Form): FormNotice | null {
  const [first] = Object.values(errors);
  if (first !== undefined) return { messages: [first], link: null };
  if (phase.kind !== 'failed') return null;
  return phase.notice ?? { messages: [LOOK_UP_FAILED], link: null };
}

/** Returns the name of the file; null when the certificate cannot be fetched. */
async function downloadCertificate(link: string): Promise<string | null> {
  try {
    const blob = await fetchWhole(link);
    if (blob === null) return null;
    const address = URL.createObjectURL(blob);
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = blob.type === 'application/pdf' ? 'tc.pdf' : 'tc.jpg';
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    // The download has its own hold on the blob once the click is over.
    setTimeout(() => URL.revokeObjectURL(address), 0);
    return anchor.download;
  } catch {
    return null;
  }
}

/** A slow download goes on, one that is silent does not. */
async function fetchWhole(link: string): Promise<Blob | null> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), SILENT_MS);
  };
  try {
    wait();
    const { ok, body, headers } = await fetch(link, {
      cache: 'no-store',
      signal: controller.signal,
    });
    const reader = body?.getReader();
    if (!ok || reader === undefined) return null;
    const chunks: BlobPart[] = [];
    for (;;) {
      wait();
      const { done, value } = await reader.read();
      if (done) return new Blob(chunks, { type: headers.get('Content-Type') ?? '' });
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}
