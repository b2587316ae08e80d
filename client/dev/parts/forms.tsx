import { HINDI, LONG, PARAGRAPHS, SHORT, UNBROKEN, type PartStates } from './examples.tsx';
import { Field, type FieldOptions } from '../../forms/Field.tsx';
import { FormFailure } from '../../forms/FormFailure.tsx';
import { FormFrame, FormSuccess, Honeypot } from '../../forms/FormFrame.tsx';
import { formProps, type FormProps } from '../../forms/form-props.ts';
import { MessageField } from '../../forms/MessageField.tsx';
import { PhoneField, TextField } from '../../forms/TextField.tsx';
import { useForm, type FormPhase } from '../../forms/use-form.ts';
import { Island } from '../../island.tsx';
import { AdmissionForm } from '../../islands/AdmissionForm.tsx';
import { CareerForm } from '../../islands/CareerForm.tsx';
import { CertificateForm } from '../../islands/CertificateForm.tsx';
import { GetInTouchForm } from '../../islands/GetInTouchForm.tsx';
import { usePage } from '../../page-context.tsx';
import { campusPath } from '../../../shared/campuses.ts';
import {
  checkForm,
  fieldsOf,
  sentState,
  type FormName,
  type FormState,
} from '../../../shared/forms.ts';

const NOTICE = { text: `${LONG}: write to office@example.org.`, link: null };
const FORMS = {
  getInTouch: { name: 'GetInTouchForm', Form: GetInTouchForm, page: 'Home' },
  career: { name: 'CareerForm', Form: CareerForm, page: 'Career' },
  admission: { name: 'AdmissionForm', Form: AdmissionForm, page: 'Admission' },
  certificate: { name: 'CertificateForm', Form: CertificateForm, page: 'Tc' },
};

function field(name: string, more: Partial<FieldOptions> = {}): FieldOptions {
  return {
    form: 'fields',
    name,
    label: SHORT,
    error: undefined,
    isErrorNew: false,
    value: undefined,
    ...more,
  };
}

/** Fields alone, then each form as it is opened and after it was posted. */
export const forms: PartStates = {
  TextField: {
    empty: <TextField {...field('empty')} />,
    filled: <TextField {...field('filled', { value: HINDI })} />,
    wrong: <TextField {...field('wrong', { value: UNBROKEN, error: LONG, hint: HINDI })} />,
    'a long label': <TextField {...field('long', { label: LONG })} />,
  },
  PhoneField: {
    empty: <PhoneField {...field('phone')} autoComplete="off" />,
    'with a country code': (
      <PhoneField {...field('code', { value: '+91 98765 43210' })} autoComplete="off" />
    ),
    wrong: <PhoneField {...field('short', { value: '98', error: LONG })} autoComplete="off" />,
  },
  MessageField: {
    empty: <MessageField {...field('message')} />,
    filled: <MessageField {...field('told', { value: PARAGRAPHS })} />,
    wrong: <MessageField {...field('wordy', { value: PARAGRAPHS, error: LONG })} />,
  },
  Field: {
    'a file, disabled': (
      <Field {...field('file', { hint: LONG })}>
        {(control) => <input {...control} type="file" disabled />}
      </Field>
    ),
  },
  FormFailure: {
    text: <FormFailure notice={{ text: LONG, link: null }} />,
    link: <FormFailure notice={{ text: 'Write to us at /Career.', link: '/Career' }} />,
  },
  FormSuccess: { always: <FormSuccess>Your Form Submitted Successfully.</FormSuccess> },
  Honeypot: { 'nothing to be seen': <Honeypot form="trap" /> },
  FormFrame: {
    'a form under way': <Frame phase={{ kind: 'busy', progress: null }} />,
    'an upload under way': <Frame phase={{ kind: 'busy', progress: 0.4 }} />,
  },
  ...statesOf('getInTouch'),
  ...statesOf('career'),
  ...statesOf('admission'),
  ...statesOf('certificate'),
};

function statesOf(form: FormName): PartStates {
  const bare = Object.fromEntries(fieldsOf(form).map((name) => [name, '']));
  const check = checkForm(form, bare);
  const errors = check.isValid ? {} : check.errors;
  const state = { ...sentState(form, 'GIS-7K3M-2Q9X'), values: bare };
  return {
    [FORMS[form].name]: {
      empty: <Posted form={form} as="empty" state={null} />,
      rejected: (
        <Posted form={form} as="rejected" state={{ ...state, outcome: 'invalid', errors }} />
      ),
      failed: (
        <Posted form={form} as="failed" state={{ ...state, outcome: 'failed', notice: NOTICE }} />
      ),
      sent: (
        <Posted
          form={form}
          as="sent"
          state={{ ...state, certificateLink: form === 'certificate' ? '/Tc' : null }}
        />
      ),
    },
  };
}

type PostedProps = { form: FormName; /** Part of its id. */ as: string; state: FormState | null };

/** A form that works: it is posted to its own page. */
function Posted({ form, as, state }: PostedProps) {
  const { name, Form, page } = FORMS[form];
  return <Island name={name} component={Form} props={useProps({ form, page, as, state })} />;
}

function useProps({ form, page, as, state }: PostedProps & { page: string }): FormProps {
  const here = usePage();
  const action = form === 'getInTouch' ? '/HomeFr' : campusPath(here.campus, page);
  return { ...formProps(here, form), id: `${form}-${as}`, action, state };
}

function Frame({ phase }: { phase: FormPhase }) {
  const as = `busy-${phase.kind === 'busy' && phase.progress !== null ? 'upload' : 'plain'}`;
  const props = useProps({ form: 'career', page: 'Career', as, state: null });
  const form = useForm('career', props, { labels: {} });
  return (
    <FormFrame props={props} state={{ ...form, phase }} labels={{}} submitLabel="Send application">
      <TextField {...field('name', { form: props.id, value: SHORT })} />
    </FormFrame>
  );
}
