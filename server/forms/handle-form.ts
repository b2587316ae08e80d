import { NO_STORE } from '../web/cache-lifetimes.ts';
import { OutboxStorageError } from '../outbox/durable-files.ts';
import { sendError, sendSuccess, type FormExchange, type FormSuccess } from './form-answer.ts';
import { checkBodyType, readFormBody } from './form-body.ts';
import type { FormContext } from './form-context.ts';
import { FormError } from './form-error.ts';
import { checkOrigin } from './request-origin.ts';
import { submitForm } from './submit-form.ts';
import { clientNetwork } from './client-network.ts';
import { requestIdOf } from '../web/request-log.ts';

/** How long a browser should wait when the disk takes nothing, in seconds. */
const STORAGE_RETRY_SECONDS = 30;

/** Answers a posted form. @throws whatever is not the visitor's, the provider's or the disk's doing. */
export async function handleForm(exchange: FormExchange, context: FormContext): Promise<void> {
  exchange.response.set('Cache-Control', NO_STORE);
  try {
    await sendSuccess(exchange, await takeForm(exchange, context), context.renderPage);
  } catch (error) {
    const formError = toFormError(error);
    logRejection(exchange, formError, context);
    await sendError(exchange, formError, context);
  }
}

/** Everything between a visitor's submit and the answer, cheapest checks first. @throws FormError */
async function takeForm(exchange: FormExchange, context: FormContext): Promise<FormSuccess> {
  const { request, response, target } = exchange;
  const { outbox, rates, crossSite, slots, limits, siteUrl } = context;
  const origin = checkOrigin(request, siteUrl);
  if (!origin.isOwnPage) throw crossSite.reject(target, origin);
  checkBodyType(request);
  const visitor = { address: request.ip, userAgent: request.get('user-agent') };
  await rates.countAddress(target.form, visitor);
  const client = {
    network: clientNetwork(visitor.address),
    userAgent: visitor.userAgent ?? '',
  };
  const body = await readFormBody(request, response, {
    limits,
    upload: target.form === 'career' ? { path: await outbox.uploadPath(), slots, client } : null,
  });
  try {
    const submission = { target, body, visitor, requestId: requestIdOf(request) };
    return await submitForm(submission, context);
  } finally {
    await body.discard();
  }
}

function toFormError(error: unknown): FormError {
  if (error instanceof FormError) return error;
  if (!(error instanceof OutboxStorageError)) throw error;
  return new FormError(503, 'storage', { retryAfterSeconds: STORAGE_RETRY_SECONDS, cause: error });
}

function logRejection(
  { request, target }: FormExchange,
  { status, logCause, errors }: FormError,
  { log }: FormContext,
): void {
  const line = {
    event: 'form-rejected' as const,
    form: target.form,
    status,
    cause: logCause,
    fields: Object.keys(errors),
    requestId: requestIdOf(request),
  };
  if (status >= 500) log.error(line);
  else log.info(line);
}
