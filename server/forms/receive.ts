import { randomBytes } from 'node:crypto';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { CERTIFICATE_PATH, createCertificates } from './certificates.ts';
import { cvName } from './cv-name.ts';
import { OutboxStorageError } from '../outbox/durable-files.ts';
import {
  createFormAnswers,
  type FormSuccess,
  type FormTarget,
  type RenderPage,
} from './form-answer.ts';
import { FORM_LIMITS, RATE_LIMITS, type FormLimits } from './form-limits.ts';
import { FormRefusal } from './form-refusal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createRateLimits } from './rate-limits.ts';
import { readForm, refuseWrongBody, type FormBody } from './read-form.ts';
import { CV_FIELD } from './read-multipart.ts';
import { createReference } from '../outbox/reference.ts';
import { isFromOwnPage } from './same-origin.ts';
import type { Settings } from '../config.ts';
import type { Provider } from '../provider/provider.ts';
import type { Log } from '../web/log.ts';
import { requestIdOf } from '../web/request-log.ts';
import { matchRoute } from '../../client/routes.tsx';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { checkForm, FORM_TYPES, HONEYPOT_FIELD, type StoredFormName } from '../../shared/forms.ts';

/** How long a browser should wait when the disk takes nothing, in seconds. */
const STORAGE_RETRY_SECONDS = 30;

export type FormDeps = {
  outbox: Outbox;
  provider: Provider;
  log: Log;
  settings: Pick<Settings, 'siteUrl' | 'schoolCode' | 'redisUrl'>;
  /** Signs links and keys hashes; the same in all processes. */
  secret: string;
  renderPage: RenderPage;
  now: () => Date;
  limits?: Partial<FormLimits>;
};

export type FormRoutes = {
  /** Answers posts to the pages' forms, the two calls of SPEC §7, and certificate links. Needs Express' `trust proxy`. */
  router: Router;
  close(): void;
};

/** Everything between a visitor's submit and the outbox. */
export function createFormRoutes({
  outbox,
  provider,
  log,
  settings,
  secret,
  renderPage,
  now,
  limits: given,
}: FormDeps): FormRoutes {
  const { siteUrl, schoolCode, redisUrl } = settings;
  const limits: FormLimits = { ...FORM_LIMITS, ...RATE_LIMITS, ...given };
  const rates = createRateLimits({ limits, redisUrl, secret, log });
  const certificates = createCertificates({ provider, schoolCode, secret, log, now });
  const answers = createFormAnswers(renderPage, limits);
  let uploads = 0;

  async function receive(request: Request, response: Response, target: FormTarget): Promise<void> {
    response.set('Cache-Control', 'no-store');
    try {
      await answers.succeed(request, response, target, await admit(request, response, target));
    } catch (error) {
      const refusal = toRefusal(error);
      const { status, code } = refusal;
      const line = { event: 'form-refused' as const, form: target.form, status, cause: code };
      const about = { fields: Object.keys(refusal.errors), requestId: requestIdOf(request) };
      if (status >= 500) log.error({ ...line, ...about });
      else log.info({ ...line, ...about });
      await answers.fail(request, response, target, refusal);
    }
  }

  /** All that is refused without reading the body, cheapest first. */
  async function admit(
    request: Request,
    response: Response,
    target: FormTarget,
  ): Promise<FormSuccess> {
    const { form } = target;
    if (!isFromOwnPage(request, siteUrl)) throw new FormRefusal(403, 'cross-site');
    const uploadPath = form === 'career' ? outbox.uploadPath() : null;
    refuseWrongBody(request, { limits, uploadPath });
    await rates.countAddress(form, visitorOf(request));
    if (uploadPath !== null && uploads >= limits.maxUploadsAtOnce) {
      throw new FormRefusal(503, 'busy', { retryAfterSeconds: limits.retryUploadSeconds });
    }
    uploads += uploadPath === null ? 0 : 1;
    let settle: () => Promise<FormSuccess>;
    try {
      const body = await readForm(request, response, { limits, uploadPath });
      try {
        settle = await process(request, target, body);
      } finally {
        await body.discard();
      }
    } finally {
      uploads -= uploadPath === null ? 0 : 1;
    }
    // The upload's place is free while its first delivery is waited for.
    return settle();
  }

  /** Checks and keeps a form; what it answers waits for what the visitor is told. */
  async function process(
    request: Request,
    target: FormTarget,
    body: FormBody,
  ): Promise<() => Promise<FormSuccess>> {
    const { form } = target;
    const requestId = requestIdOf(request);
    if ((body.fields[HONEYPOT_FIELD] ?? '') !== '') {
      log.info({ event: 'form-trapped', form, requestId });
      const reference = createReference(randomBytes);
      return async () => ({ kind: 'kept', reference, isDelivered: true });
    }
    await rates.countClient(form, visitorOf(request), body.fields);
    const { values, campus } = checked(target, body);
    if (form === 'certificate') {
      const { name = '', admission = '' } = values;
      const link = await certificates.lookUp({ name, admission }, { requestId });
      if (link === null) throw new FormRefusal(502, 'refused', { values: body.fields });
      return async () => ({ kind: 'certificate', link });
    }
    const { cv } = body;
    const accepted = await outbox
      .accept(
        {
          form,
          campus,
          fields: { ...values, school: campus },
          cv: cv === null ? null : { upload: cv.upload, name: cvName(cv.originalName) },
        },
        { requestId },
      )
      .catch((error: unknown) => {
        throw toRefusal(error, body.fields);
      });
    return async () => {
      const outcome = await accepted.outcome;
      if (outcome === 'refused') throw new FormRefusal(502, 'refused', { values: body.fields });
      return { kind: 'kept', reference: accepted.reference, isDelivered: outcome === 'delivered' };
    };
  }

  const router = Router();
  router.post('/api/form/:code/:type', async (request, response, next) => {
    const form = formOfType(request.params['type']);
    if (request.params['code'] !== schoolCode || form === null) next();
    else await receive(request, response, { kind: 'api', form });
  });
  router.post('/api/tc/:code', async (request, response, next) => {
    if (request.params['code'] !== schoolCode) next();
    else await receive(request, response, { kind: 'api', form: 'certificate' });
  });
  router.all(['/api/form/*rest', '/api/tc/*rest'], (request, response) => {
    if (request.method === 'POST') response.status(404).json({ ok: false, error: 'not-found' });
    else response.status(405).set('Allow', 'POST').json({ ok: false, error: 'method' });
  });
  router.get(CERTIFICATE_PATH, (request, response) => certificates.send(request, response));
  router.use(async (request: Request, response: Response, next: NextFunction) => {
    const route = request.method === 'POST' ? matchRoute(request.path) : undefined;
    if (!route?.form) next();
    else await receive(request, response, { kind: 'page', form: route.form, route });
  });

  return {
    router,
    close: () => rates.close(),
  };
}

/** @throws whatever is not the visitor's, the provider's or the disk's doing. */
function toRefusal(error: unknown, values: Readonly<Record<string, string>> = {}): FormRefusal {
  if (error instanceof FormRefusal) return error;
  if (!(error instanceof OutboxStorageError)) throw error;
  return new FormRefusal(503, 'storage', {
    values,
    retryAfterSeconds: STORAGE_RETRY_SECONDS,
    cause: error,
  });
}

function visitorOf(request: Request) {
  return { address: request.ip, userAgent: request.get('user-agent') };
}

function formOfType(type: unknown): StoredFormName | null {
  if (type === FORM_TYPES.getInTouch) return 'getInTouch';
  if (type === FORM_TYPES.career) return 'career';
  return type === FORM_TYPES.admission ? 'admission' : null;
}

/** The form's values and campus. @throws FormRefusal 422 with every error at once. */
function checked(
  target: FormTarget,
  { fields, cvError }: FormBody,
): { values: Readonly<Record<string, string>>; campus: Campus } {
  const check = checkForm(target.form, fields);
  // A page's form belongs to the page's campus, whatever its hidden field says by now (SPEC §4).
  const campus =
    target.kind === 'page'
      ? target.route.campus
      : CAMPUSES.find((known) => known === fields['school']);
  const errors = {
    ...(check.isValid ? {} : check.errors),
    ...(cvError === null ? {} : { [CV_FIELD]: cvError }),
    ...(campus === undefined && target.form !== 'certificate'
      ? { school: `Please name the school: ${CAMPUSES.join(' or ')}.` }
      : {}),
  };
  if (check.isValid && Object.keys(errors).length === 0)
    return { values: check.values, campus: campus ?? 'FARRUKHABAD' };
  throw new FormRefusal(422, 'invalid', { errors, values: fields });
}
