import type { Request, Response } from 'express';
import { drainBody } from './bounded-body.ts';
import type { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import { rejectedFields } from './form-body.ts';
import { requestIdOf } from '../log/request-log.ts';
import type { PageRenderer } from '../pages/page-renderer.ts';
import { sendUncached } from '../pages/send-page.ts';
import type { PageAddress } from '../../client/routes.tsx';
import type { Message } from '../../shared/forms/text.ts';
import type { Language } from '../../shared/languages.ts';
import { formFieldNames, type FormName, type FormState } from '../../shared/forms.ts';

export type ResponseContext = {
  /** The page of a form with its outcome. */
  renderPage: PageRenderer['renderForm'];
  /** A message to visitors, in a language. */
  messageIn: (language: Language, message: Message) => string;
  limits: FormLimits;
};

/** Where a form was posted; decides the form of the response. */
export type FormTarget =
  | { kind: 'page'; form: FormName; address: PageAddress }
  | { kind: 'api'; form: FormName };

export type FormSuccess =
  | { kind: 'stored'; reference: string; isDelivered: boolean }
  | { kind: 'certificate'; link: string };

/** The form's status element; the address after a success leads there. */
const STATUS_ID = 'form-status';

export type FormExchange = { request: Request; response: Response; target: FormTarget };

/** JSON for islands and calls, else a page or a redirect to one. */
export async function sendSuccess(
  { request, response, target }: FormExchange,
  success: FormSuccess,
  { renderPage }: ResponseContext,
): Promise<void> {
  if (target.kind === 'api' || wantsJson(request)) {
    if (success.kind === 'certificate') response.json({ ok: true, data: success.link });
    else
      response
        .status(success.isDelivered ? 200 : 202)
        .json({ ok: true, reference: success.reference });
  } else if (success.kind === 'certificate') {
    const form: FormState = { form: target.form, outcome: 'sent', certificateLink: success.link };
    const html = await renderPage(target.address, form, requestIdOf(request));
    sendUncached(response, 200, html);
  } else {
    response.redirect(303, `${target.address.path}?sent=${success.reference}#${STATUS_ID}`);
  }
}

/** The error as JSON, or as the form's page with messages and the typed texts. */
export async function sendError(
  { request, response, target }: FormExchange,
  error: FormError,
  { renderPage, messageIn, limits }: ResponseContext,
): Promise<void> {
  const address = target.kind === 'page' && !wantsJson(request) ? target.address : null;
  const fields = address === null ? {} : await rejectedFields(request, response, limits);
  const isDrained = !error.isBodyAbandoned && (await drainBody(request, limits));
  if (response.headersSent || response.destroyed) return;
  const { status, errors, notice, retryAfterSeconds } = error;
  if (!isDrained) response.set('Connection', 'close');
  if (retryAfterSeconds !== null) response.set('Retry-After', String(retryAfterSeconds));
  if (address === null) {
    const language = target.kind === 'page' ? target.address.language : 'en';
    response.status(status).json(toJson(error, (message) => messageIn(language, message)));
    return;
  }
  const outcome = Object.keys(errors).length > 0 ? 'invalid' : 'failed';
  const values = printableFields(target.form, fields);
  const form: FormState = { form: target.form, outcome, errors, notice, values };
  sendUncached(response, status, await renderPage(address, form, requestIdOf(request)));
}

/** `translated` writes in the language of the form's page. */
function toJson(
  { code, errors, notice }: FormError,
  translated: (message: Message) => string,
): object {
  const translatedErrors = Object.entries(errors).map(([name, error]) => [name, translated(error)]);
  return {
    ok: false,
    error: code,
    ...(Object.keys(errors).length > 0 ? { errors: Object.fromEntries(translatedErrors) } : {}),
    ...(notice === null
      ? {}
      : { notice: { text: notice.messages.map(translated).join(' '), link: notice.link } }),
  };
}

function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}

/** The form's own fields, without characters that HTML cannot hold. */
function printableFields(
  form: FormName,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    formFieldNames(form).flatMap((name) => {
      const text = fields[name]?.replace(/(?![\t\r\n])[\p{Cc}\p{Surrogate}]/gu, '');
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
