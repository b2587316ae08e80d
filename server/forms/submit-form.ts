import { randomBytes } from 'node:crypto';
import { lookUpCertificate } from './certificates.ts';
import { cvError } from './cv-fault.ts';
import { cvFileName } from './cv-file-name.ts';
import type { FormSuccess, FormTarget } from './form-answer.ts';
import type { FormBody } from './form-body.ts';
import type { FormContext } from './form-context.ts';
import { FormError } from './form-error.ts';
import type { Visitor } from './rate-limits.ts';
import { createReference } from '../outbox/reference.ts';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { checkForm, HONEYPOT_FIELD, type StoredFormName } from '../../shared/forms.ts';

export type FormSubmission = {
  target: FormTarget;
  body: FormBody;
  visitor: Visitor;
  requestId: string;
};

type CheckedForm = { values: Readonly<Record<string, string>>; campus: Campus };

/** Checks a form, then looks its certificate up or stores it. @throws FormError, OutboxStorageError */
export async function submitForm(
  submission: FormSubmission,
  context: FormContext,
): Promise<FormSuccess> {
  const { target, body, visitor, requestId } = submission;
  const { form } = target;
  if ((body.fields[HONEYPOT_FIELD] ?? '') !== '') {
    context.log.info({ event: 'form-trapped', form, requestId });
    return { kind: 'stored', reference: createReference(randomBytes), isDelivered: true };
  }
  await context.rates.countClient(form, visitor, body.fields);
  const checked = checkSubmission(target, body);
  return form === 'certificate'
    ? findCertificate(checked, submission, context)
    : storeForm({ form, ...checked }, submission, context);
}

/** The form's values and campus. @throws FormError 413 or 422 with every error at once. */
export function checkSubmission(
  target: FormTarget,
  { fields, cvFault }: Pick<FormBody, 'fields' | 'cvFault'>,
): CheckedForm {
  const check = checkForm(target.form, fields);
  // A page's form belongs to the page's campus, whatever its hidden field says by now.
  const campus =
    target.kind === 'page'
      ? target.address.campus
      : CAMPUSES.find((known) => known === fields['school']);
  const errors = {
    ...(check.isValid ? {} : check.errors),
    ...(campus === undefined && target.form !== 'certificate'
      ? { school: `Please name the school: ${CAMPUSES.join(' or ')}.` }
      : {}),
  };
  if (cvFault !== null) throw cvError(cvFault, errors);
  if (check.isValid && Object.keys(errors).length === 0)
    return { values: check.values, campus: campus ?? 'FARRUKHABAD' };
  throw new FormError(422, 'invalid', { errors });
}

async function findCertificate(
  { values }: CheckedForm,
  { requestId }: FormSubmission,
  { certificates }: FormContext,
): Promise<FormSuccess> {
  const { name = '', admission = '' } = values;
  const link = await lookUpCertificate({ name, admission }, certificates, { requestId });
  if (link === null) throw new FormError(502, 'rejected');
  return { kind: 'certificate', link };
}

/** Resolves when the first delivery has ended, or is given no more time. */
async function storeForm(
  { form, values, campus }: CheckedForm & { form: StoredFormName },
  { body: { cv }, requestId }: FormSubmission,
  { outbox }: FormContext,
): Promise<FormSuccess> {
  const { reference, outcome } = await outbox.accept(
    {
      form,
      campus,
      fields: { ...values, school: campus },
      cv: cv === null ? null : { upload: cv.upload, name: cvFileName(cv.originalName) },
    },
    { requestId },
  );
  const delivery = await outcome;
  if (delivery === 'rejected') throw new FormError(502, 'rejected');
  return { kind: 'stored', reference, isDelivered: delivery === 'delivered' };
}
