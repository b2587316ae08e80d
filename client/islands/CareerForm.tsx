import { useCallback, useEffect, useRef } from 'react';
import { checkCv } from '../forms/check-cv.ts';
import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { PhoneField, TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/use-form.ts';
import type { FormErrors } from '../../shared/forms.ts';
import { CV_ACCEPT, CV_LIMIT } from '../../shared/forms/cv.ts';

const LABELS = {
  name: 'Name',
  subject: 'Teaching subject',
  phone: 'Contact number',
  mailType: 'Post applied for',
  experience: 'Total experience',
  attachments: 'CV',
};

const CV_HINT = { text: 'One PDF file, up to {limit}', values: { limit: CV_LIMIT } };

async function checkFile(data: FormData): Promise<FormErrors> {
  const file = data.get('attachments');
  const error = await checkCv(file instanceof File ? file : null);
  return error === null ? {} : { attachments: error };
}

/** */
export function CareerForm(props: FormProps) {
  const { field, ...form } = useForm('career', props, { labels: LABELS, checkMore: checkFile });
  const { setError } = form;
  const picker = useRef<HTMLInputElement>(null);
  const checkChoice = useCallback(async () => {
    const file = picker.current?.files?.[0];
    if (file === undefined) return;
    const error = await checkCv(file);
    // Of two choices the newest counts, whichever file is read first.
    if (picker.current?.files?.[0] === file) setError('attachments', error);
  }, [setError]);
  // A file may have been chosen before the script came.
  useEffect(() => void checkChoice(), [checkChoice]);

  return (
    <FormFrame form={form} submitLabel="Send application" encType="multipart/form-data">
      <TextField {...field('name')} autoComplete="name" />
      <TextField {...field('subject')} autoComplete="off" />
      <PhoneField {...field('phone')} autoComplete="tel-national" />
      <TextField {...field('mailType')} autoComplete="organization-title" />
      <TextField {...field('experience')} autoComplete="off" />
      <Field {...field('attachments')} hint={CV_HINT}>
        {(control) => (
          <input
            {...control}
            ref={picker}
            type="file"
            accept={CV_ACCEPT}
            onChange={() => void checkChoice()}
          />
        )}
      </Field>
    </FormFrame>
  );
}
