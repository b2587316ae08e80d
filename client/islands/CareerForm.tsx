import { useCallback, useEffect, useRef, useState } from 'react';
import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { PhoneField, TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/use-form.ts';
import type { FormErrors } from '../../shared/forms.ts';
import {
  CV_ACCEPT,
  CV_ENCRYPTED,
  CV_FIELD,
  CV_LIMIT,
  CV_MISSING,
  CV_NOT_PDF,
  CV_UNREADABLE,
  cvTooLarge,
  isEncryptedPdf,
  MAX_CV_BYTES,
  getPdfState,
} from '../../shared/forms/cv.ts';
import type { Message } from '../../shared/forms/text.ts';

const LABELS = {
  name: 'Name',
  subject: 'Teaching subject',
  phone: 'Contact number',
  mailType: 'Post applied for',
  experience: 'Total experience',
  attachments: 'CV',
};

const CV_HINT = {
  text: 'One PDF file without a password, up to {limit}',
  values: { limit: CV_LIMIT },
};

/** Replaces the file by a copy in memory: Chrome on Android cannot send some files of cloud storage that it has read. */
async function checkFile(data: FormData): Promise<FormErrors> {
  const file = data.get(CV_FIELD);
  const check = await checkCv(file instanceof File ? file : null);
  if (check.error !== null) return { [CV_FIELD]: check.error };
  data.set(CV_FIELD, check.copy);
  return {};
}

/** */
export function CareerForm(props: FormProps) {
  const { field, ...form } = useForm('career', props, { labels: LABELS, checkMore: checkFile });
  const { setError } = form;
  const [hint, setHint] = useState<Message>(CV_HINT);
  const picker = useRef<HTMLInputElement>(null);
  const checkChoice = useCallback(async () => {
    const file = picker.current?.files?.[0];
    if (file === undefined) return setHint(CV_HINT);
    const check = await checkCv(file);
    // The newest choice counts, whichever file is read first.
    if (picker.current?.files?.[0] !== file) return;
    setError(CV_FIELD, check.error);
    setHint(check.error === null && check.isEncrypted ? CV_ENCRYPTED : CV_HINT);
  }, [setError]);
  // A file may have been chosen before the script came.
  useEffect(() => void checkChoice(), [checkChoice]);

  return (
    <FormFrame form={form} submitLabel="Send application" encType="multipart/form-data">
      <TextField {...field('name')} autoComplete="name" />
      <TextField {...field('subject')} />
      <PhoneField {...field('phone')} autoComplete="tel-national" />
      <TextField {...field('mailType')} autoComplete="organization-title" />
      <TextField {...field('experience')} />
      <Field {...field('attachments')} hint={hint}>
        {(control) => (
          <input
            {...control}
            ref={picker}
            type="file"
            accept={CV_ACCEPT}
            onInput={() => void checkChoice()}
          />
        )}
      </Field>
    </FormFrame>
  );
}

type CvCheck = { error: Message } | { error: null; isEncrypted: boolean; copy: File };

/** The server checks again. */
async function checkCv(file: File | null): Promise<CvCheck> {
  if (file === null || (file.name === '' && file.size === 0)) return { error: CV_MISSING };
  if (file.size > MAX_CV_BYTES) return { error: cvTooLarge(file.size) };
  try {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder('latin1').decode(bytes);
    if (getPdfState(text) !== 'complete') return { error: CV_NOT_PDF };
    // The date is a part of the idempotency key.
    const { name, type, lastModified } = file;
    const copy = new File([bytes], name, { type, lastModified });
    return { error: null, isEncrypted: isEncryptedPdf(text), copy };
  } catch {
    // Moved or deleted since it was chosen.
    return { error: CV_UNREADABLE };
  }
}
