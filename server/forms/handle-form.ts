import type { Request } from 'express';
import { lookUpCertificate, type CertificateContext } from './certificates.ts';
import { clientNetwork } from '../http/client-network.ts';
import { cvFileName } from './cv-file-name.ts';
import { sendError, sendSuccess } from './form-response.ts';
import type { FormExchange, FormSuccess, FormTarget, ResponseContext } from './form-response.ts';
import { cvError } from './cv-error.ts';
import { checkBodyType, readFormBody, type FormBody } from './form-body.ts';
import { FormError } from './form-error.ts';
import { formFingerprint } from './form-fingerprint.ts';
import type { Client, RateLimits } from './rate-limits.ts';
import type { UploadSlots } from './upload-slots.ts';
import { logStorageError, StorageError } from '../storage.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { requestIdOf } from '../log/request-log.ts';
import { CAMPUSES, parseCampus, type Campus } from '../../shared/campuses.ts';
import { checkForm, HONEYPOT_FIELD, TRAPPED } from '../../shared/forms.ts';
import type { Message } from '../../shared/forms/text.ts';

export type FormContext = ResponseContext &
  CertificateContext & {
    outbox: Outbox;
    secret: string;
    /** The remedy of a storage error depends on the state of its disk. */
    dataDir: string;
    rates: RateLimits;
    slots: UploadSlots;
    checkOrigin: (request: Request, target: FormTarget) => void;
  };

/** Value of Retry-After when a form cannot be stored. */
const STORAGE_RETRY_SECONDS = 30;

/** Sends the response to a posted form. @throws unexpected errors. */
export async function handleForm(exchange: FormExchange, context: FormContext): Promise<void> {
  try {
    await sendSuccess(exchange, await takeForm(exchange, context), context);
  } catch (error) {
    const formError = toFormError(error);
    const { status, logCause, errors } = formError;
    if (error instanceof StorageError) void logStorageError(context.log, error, context.dataDir);
    context.log[status >= 500 ? 'error' : 'info']({
      event: 'form-rejected',
      form: exchange.target.form,
      status,
      cause: logCause,
      fields: Object.keys(errors),
      requestId: requestIdOf(exchange.request),
    });
    await sendError(exchange, formError, context);
  }
}

/** Cheapest checks first. @throws FormError */
async function takeForm(exchange: FormExchange, context: FormContext): Promise<FormSuccess> {
  const { request, response, target } = exchange;
  const { rates, slots, limits } = context;
  context.checkOrigin(request, target);
  checkBodyType(request);
  const client = clientOf(request);
  await rates.countNetwork(target.form, client);
  const hasCv = target.form === 'career';
  const body = await readFormBody(request, response, { limits, slots, client, hasCv });
  try {
    return await submitForm(exchange, body, context);
  } finally {
    body.release();
  }
}

function clientOf({ ip, headers }: Request): Client {
  return { network: clientNetwork(ip), userAgent: headers['user-agent'] };
}

/** Looks a certificate up, or stores the form and waits for the first delivery. @throws FormError */
async function submitForm(
  { request, target }: FormExchange,
  body: FormBody,
  context: FormContext,
): Promise<FormSuccess> {
  const { fields, cv } = body;
  const { outbox, rates, log } = context;
  const { form } = target;
  const requestId = requestIdOf(request);
  if ((fields[HONEYPOT_FIELD] ?? '') !== '') {
    log.info({ event: 'form-trapped', form, requestId });
    throw new FormError(422, 'invalid', { notice: { messages: [TRAPPED], link: null } });
  }
  await rates.countClient(form, clientOf(request), fields);
  if (form === 'certificate') {
    const check = checkForm(form, fields);
    if (!check.isValid) throw new FormError(422, 'invalid', { errors: check.errors });
    const { name = '', admission = '' } = check.values;
    const link = await lookUpCertificate({ name, admission }, context, requestId);
    return { kind: 'certificate', link };
  }
  const { values, campus } = checkSubmission(target, body);
  const submission = {
    form,
    campus,
    fields: { ...values, school: campus },
    cv: cv?.upload ? { ...cv.upload, name: cvFileName(cv.originalName ?? '') } : null,
  };
  const { reference, outcome } = await outbox.accept(submission, {
    requestId,
    idempotencyKey: parseIdempotencyKey(request.get('Idempotency-Key')),
    fingerprint: formFingerprint(submission, context.secret),
  });
  // The next upload need not wait for this delivery.
  body.release();
  const delivery = await outcome;
  if (delivery === 'rejected') throw new FormError(502, 'rejected');
  return { kind: 'stored', reference, isDelivered: delivery === 'delivered' };
}

/** The key of a submission that a browser may send again; undefined unless a UUID. */
function parseIdempotencyKey(header = ''): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(header) ? header : undefined;
}

/** @throws FormError 413 or 422 with all errors. */
function checkSubmission(
  target: FormTarget,
  { fields, cv }: FormBody,
): { values: Readonly<Record<string, string>>; campus: Campus } {
  const check = checkForm(target.form, fields);
  // A page's form belongs to the page's campus, not to its hidden field.
  const campus = target.kind === 'page' ? target.address.campus : parseCampus(fields['school']);
  const errors: Record<string, Message> = check.isValid ? {} : { ...check.errors };
  if (campus === undefined)
    errors['school'] = {
      text: 'Please name the school: {campuses}.',
      values: { campuses: CAMPUSES.join(' or ') },
    };
  if (target.form === 'career' && cv === null) throw cvError('cv-missing', 0, errors);
  cv?.assertUpload(errors);
  if (check.isValid && campus !== undefined) return { values: check.values, campus };
  throw new FormError(422, 'invalid', { errors });
}

function toFormError(error: unknown): FormError {
  if (error instanceof FormError) return error;
  if (!(error instanceof StorageError)) throw error;
  return new FormError(503, 'storage', { retryAfterSeconds: STORAGE_RETRY_SECONDS, cause: error });
}
