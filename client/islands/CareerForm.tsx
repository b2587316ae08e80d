import { checkCv } from '../forms/check-cv.ts';
import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { PhoneInput } from '../forms/PhoneInput.tsx';
import { useForm } from '../forms/use-form.ts';
import { CV_ACCEPT, MAX_CV_BYTES } from '../../shared/forms/cv.ts';
import { MAX_LENGTH } from '../../shared/forms/schemas.ts';

const LABELS = {
  name: 'Name',
  subject: 'Teaching subject',
  phone: 'Contact number',
  mailType: 'Post applied for',
  experience: 'Total experience',
  attachments: 'CV',
};

const CV_HINT = `One PDF file of at most ${MAX_CV_BYTES / (1024 * 1024)} MB`;

async function checkFile(data: FormData): Promise<Readonly<Record<string, string>>> {
  const file = data.get('attachments');
  const error = await checkCv(file instanceof File ? file : null);
  return error === null ? {} : { attachments: error };
}

/** Application with a CV (SPEC §3, §5). */
export function CareerForm(props: FormProps) {
  const { id, state } = props;
  const form = useForm({ form: 'career', action: props.action, state, checkMore: checkFile });
  const { errors } = form;
  const values = state?.values ?? {};
  return (
    <FormFrame
      form="career"
      props={props}
      state={form}
      labels={LABELS}
      submitLabel="Send application"
      encType="multipart/form-data"
    >
      <Field form={id} name="name" label={LABELS.name} error={errors['name']}>
        {(control) => (
          <input
            {...control}
            autoComplete="name"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['name']}
          />
        )}
      </Field>
      <Field form={id} name="subject" label={LABELS.subject} error={errors['subject']}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['subject']}
          />
        )}
      </Field>
      <Field form={id} name="phone" label={LABELS.phone} error={errors['phone']}>
        {(control) => (
          <PhoneInput control={control} autoComplete="tel-national" value={values['phone']} />
        )}
      </Field>
      <Field form={id} name="mailType" label={LABELS.mailType} error={errors['mailType']}>
        {(control) => (
          <input
            {...control}
            autoComplete="organization-title"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['mailType']}
          />
        )}
      </Field>
      <Field form={id} name="experience" label={LABELS.experience} error={errors['experience']}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['experience']}
          />
        )}
      </Field>
      <Field
        form={id}
        name="attachments"
        label={LABELS.attachments}
        error={errors['attachments']}
        hint={CV_HINT}
      >
        {(control) => <input {...control} type="file" accept={CV_ACCEPT} />}
      </Field>
    </FormFrame>
  );
}
