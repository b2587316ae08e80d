import { Field } from '../forms/Field.tsx';
import type { FormProps } from '../forms/form-props.ts';
import { FormFrame } from '../forms/FormFrame.tsx';
import { PhoneInput } from '../forms/PhoneInput.tsx';
import { useForm } from '../forms/use-form.ts';
import { CLASS_OPTIONS, MAX_LENGTH } from '../../shared/forms/schemas.ts';

const LABELS = {
  name: "Student's name",
  fatherName: "Father's name",
  phone: 'Phone number',
  school1: 'Current school',
  phone1: "Current school's phone number",
  class: 'Class',
};

/** Admission enquiry (SPEC §3, §5). */
export function AdmissionForm(props: FormProps) {
  const { id, state } = props;
  const form = useForm({ form: 'admission', action: props.action, state });
  const { errors } = form;
  const values = state?.values ?? {};
  return (
    <FormFrame
      form="admission"
      props={props}
      state={form}
      labels={LABELS}
      submitLabel="Send enquiry"
    >
      <Field form={id} name="name" label={LABELS.name} error={errors['name']}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['name']}
          />
        )}
      </Field>
      <Field form={id} name="fatherName" label={LABELS.fatherName} error={errors['fatherName']}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['fatherName']}
          />
        )}
      </Field>
      <Field form={id} name="phone" label={LABELS.phone} error={errors['phone']}>
        {(control) => (
          <PhoneInput control={control} autoComplete="tel-national" value={values['phone']} />
        )}
      </Field>
      <Field form={id} name="school1" label={LABELS.school1} error={errors['school1']}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_LENGTH.short}
            defaultValue={values['school1']}
          />
        )}
      </Field>
      <Field form={id} name="phone1" label={LABELS.phone1} error={errors['phone1']}>
        {(control) => <PhoneInput control={control} autoComplete="off" value={values['phone1']} />}
      </Field>
      <Field form={id} name="class" label={LABELS.class} error={errors['class']}>
        {(control) => (
          <select {...control} defaultValue={values['class'] ?? ''}>
            <option value="">Choose a class</option>
            {CLASS_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormFrame>
  );
}
