import { Router, type Request } from 'express';
import { CertificateLinks } from './certificate-links.ts';
import { answerCertificateLink, CERTIFICATE_PATH } from './certificates.ts';
import { CrossSiteReport, type CrossSiteOptions } from './cross-site.ts';
import type { FormTarget, RenderPage } from './form-answer.ts';
import type { FormContext } from './form-context.ts';
import { FORM_LIMITS, RATE_LIMITS, UPLOAD_LIMITS, type FormLimits } from './form-limits.ts';
import { handleForm } from './handle-form.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createRateLimits } from './rate-limits.ts';
import { UploadSlots } from './upload-slots.ts';
import type { Settings } from '../config.ts';
import type { Provider } from '../provider/provider.ts';
import type { Log } from '../web/log.ts';
import { pageAt } from '../../client/addresses.ts';
import { FORM_TYPES, type StoredFormName } from '../../shared/forms.ts';

export type FormDeps = {
  outbox: Outbox;
  provider: Provider;
  log: Log;
  settings: Pick<Settings, 'siteUrl' | 'schoolCode' | 'redisUrl'>;
  phones: CrossSiteOptions['phones'];
  /** Signs links and keys hashes; the same in all processes. */
  secret: string;
  renderPage: RenderPage;
  now: () => Date;
  limits?: Partial<FormLimits>;
};

export type FormRoutes = {
  /** Answers posts to the pages' forms, the calls of, and certificate links. Needs Express' `trust proxy`. */
  router: Router;
  close(): void;
};

export function createFormRoutes(deps: FormDeps): FormRoutes {
  const context = createFormContext(deps);
  return {
    router: createRouter(context, deps.settings.schoolCode),
    close: () => context.rates.close(),
  };
}

function createFormContext({ limits: given, ...deps }: FormDeps): FormContext {
  const { outbox, provider, log, secret, renderPage, now, phones } = deps;
  const { siteUrl, schoolCode, redisUrl } = deps.settings;
  const limits: FormLimits = { ...FORM_LIMITS, ...UPLOAD_LIMITS, ...RATE_LIMITS, ...given };
  return {
    outbox,
    certificates: { provider, schoolCode, links: new CertificateLinks({ secret, now }), log },
    rates: createRateLimits({ limits, redisUrl, secret, log }),
    slots: new UploadSlots(limits),
    crossSite: new CrossSiteReport({ siteUrl, phones, log }),
    limits,
    log,
    siteUrl,
    renderPage,
  };
}

function createRouter(context: FormContext, schoolCode: string): Router {
  const router = Router();
  router.post(['/api/form/:code/:type', '/api/tc/:code'], async (request, response, next) => {
    const target = apiTarget(request, schoolCode);
    if (target === null) next();
    else await handleForm({ request, response, target }, context);
  });
  router.all(['/api/form/*rest', '/api/tc/*rest'], (request, response) => {
    if (request.method === 'POST') response.status(404).json({ ok: false, error: 'not-found' });
    else response.status(405).set('Allow', 'POST').json({ ok: false, error: 'method' });
  });
  router.get(CERTIFICATE_PATH, (request, response) =>
    answerCertificateLink(request, response, context.certificates),
  );
  router.use(async (request, response, next) => {
    const target = request.method === 'POST' ? pageTarget(request) : null;
    if (target === null) next();
    else await handleForm({ request, response, target }, context);
  });
  return router;
}

function apiTarget({ params }: Request, schoolCode: string): FormTarget | null {
  if (params['code'] !== schoolCode) return null;
  if (params['type'] === undefined) return { kind: 'api', form: 'certificate' };
  const form = formOfType(params['type']);
  return form === null ? null : { kind: 'api', form };
}

function pageTarget({ path }: Request): FormTarget | null {
  const address = pageAt(path);
  return address?.page.form ? { kind: 'page', form: address.page.form, address } : null;
}

function formOfType(type: unknown): StoredFormName | null {
  if (type === FORM_TYPES.getInTouch) return 'getInTouch';
  if (type === FORM_TYPES.career) return 'career';
  return type === FORM_TYPES.admission ? 'admission' : null;
}
