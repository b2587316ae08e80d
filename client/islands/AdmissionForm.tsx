import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { PhoneField, TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/use-form.ts';
import { useTranslation } from '../translation.tsx';
import { CLASS_OPTIONS } from '../../shared/forms/schemas.ts';

const LABELS = {
  name: "Student's name",
  fatherName: "Father's name",
  phone: 'Phone number',
  school1: 'Current school',
  phone1: "Current school's phone number",
  class: 'Class',
};

/** Both are required; a Nursery child has neither. */
const NOTES = {
  school1: 'Not at school yet? Write “none”.',
  phone1: 'We may ask this school for records. Not at school yet? Repeat your own number.',
};

/** */
export function AdmissionForm(props: FormProps) {
  const { field, ...form } = useForm('admission', props, { labels: LABELS });
  const schoolClass = field('class');
  const { t } = useTranslation();
  return (
    <FormFrame form={form} submitLabel="Send enquiry">
      <TextField {...field('name')} autoComplete="section-student name" />
      <TextField {...field('fatherName')} autoComplete="section-father name" />
      <PhoneField {...field('phone')} autoComplete="tel-national" />
      <TextField
        {...field('school1')}
        note={NOTES.school1}
        autoComplete="section-school organization"
      />
      <PhoneField
        {...field('phone1')}
        note={NOTES.phone1}
        autoComplete="section-school tel-national"
      />
      <Field {...schoolClass}>
        {(control) => (
          <select {...control} defaultValue={schoolClass.value ?? ''}>
            <option value="">{t('Choose a class')}</option>
            {CLASS_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormFrame>
  );
}
