import type { Request, Response } from 'express';
import type { FormRefusal } from './form-refusal.ts';
import { readOn, type ReadOnLimits } from './read-on.ts';
import type { PageRoute } from '../../client/routes.tsx';
import { fieldsOf, type FormName, type FormState } from '../../shared/forms.ts';

/** Shows a page with what became of its form. */
export type RenderPage = (
  request: Request,
  response: Response,
  outcome: { status: number; form: FormState; route: PageRoute },
) => Promise<void>;

/** Where a form was posted, which decides how the answer looks. */
export type FormTarget =
  | { kind: 'page'; form: FormName; route: PageRoute }
  | { kind: 'api'; form: FormName };

export type FormSuccess =
  | { kind: 'kept'; reference: string; isDelivered: boolean }
  | { kind: 'certificate'; link: string };

/** Element of the form that says what happened; the address after a success leads there. */
const STATUS_ID = 'form-status';

export type FormAnswers = ReturnType<typeof createFormAnswers>;

/** Turns what became of a form into the answer: JSON for islands and calls, pages for everybody else. */
export function createFormAnswers(renderPage: RenderPage, limits: ReadOnLimits) {
  async function succeed(
    request: Request,
    response: Response,
    target: FormTarget,
    success: FormSuccess,
  ): Promise<void> {
    if (target.kind === 'api' || wantsJson(request)) {
      if (success.kind === 'certificate') response.json({ ok: true, data: success.link });
      else
        response
          .status(success.isDelivered ? 200 : 202)
          .json({ ok: true, reference: success.reference });
    } else if (success.kind === 'certificate') {
      const form = stateOf(target.form, { outcome: 'sent', certificateLink: success.link });
      await renderPage(request, response, { status: 200, form, route: target.route });
    } else {
      response.redirect(303, `${target.route.path}?sent=${success.reference}#${STATUS_ID}`);
    }
  }

  async function fail(
    request: Request,
    response: Response,
    target: FormTarget,
    error: FormRefusal,
  ): Promise<void> {
    const isRead = response.headersSent || (await readOn(request, limits));
    if (response.headersSent || response.destroyed) return;
    const { status, code, errors, values, retryAfterSeconds } = error;
    if (!isRead) response.set('Connection', 'close');
    if (retryAfterSeconds !== null) response.set('Retry-After', String(retryAfterSeconds));
    const hasErrors = Object.keys(errors).length > 0;
    if (target.kind === 'api' || wantsJson(request)) {
      response
        .status(status)
        .json(hasErrors ? { ok: false, error: code, errors } : { ok: false, error: code });
      return;
    }
    const outcome = hasErrors ? 'invalid' : 'failed';
    await renderPage(request, response, {
      status,
      form: stateOf(target.form, { outcome, errors, values: shown(target.form, values) }),
      route: target.route,
    });
  }

  return { succeed, fail };
}

function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}

function stateOf(
  form: FormName,
  parts: Partial<FormState> & Pick<FormState, 'outcome'>,
): FormState {
  return { form, values: {}, errors: {}, sentReference: null, certificateLink: null, ...parts };
}

/** The form's own fields, without what HTML cannot hold. */
function shown(form: FormName, values: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of fieldsOf(form)) {
    const value = values[name];
    if (value !== undefined) kept[name] = value.replace(/(?![\t\r\n])[\p{Cc}\p{Surrogate}]/gu, '');
  }
  return kept;
}
