import { Router, type Request } from 'express';
import { CertificateLinks } from './certificate-links.ts';
import { CERTIFICATE_PATH, sendCertificate } from './certificates.ts';
import { createOriginCheck, type OriginCheckOptions } from './cross-site.ts';
import type { FormTarget } from './form-response.ts';
import { FORM_LIMITS, type FormLimits } from './form-limits.ts';
import { handleForm, type FormContext } from './handle-form.ts';
import { RateLimits } from './rate-limits.ts';
import { UploadSlots } from './upload-slots.ts';
import type { ClockComparison } from '../clock-comparison.ts';
import type { Settings } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Addresses } from '../../client/addresses.ts';
import { STORED_FORMS } from '../outbox/entry.ts';
import { FORM_TYPES } from '../../shared/forms.ts';

type FormDeps = Pick<
  FormContext,
  'outbox' | 'provider' | 'images' | 'log' | 'renderPage' | 'messageIn'
> & {
  addresses: Pick<Addresses, 'pageAt'>;
  settings: Pick<Settings, 'siteUrl' | 'schoolCode' | 'dataDir'>;
  campuses: OriginCheckOptions['campuses'];
  /** Signs links and keys hashes; the same in all processes. */
  secret: string;
  now: () => Date;
  clocks: Pick<ClockComparison, 'sharedTime'>;
  limits?: Partial<FormLimits>;
  database: Database | null;
};

/** Posts to the pages' forms, the calls of, and certificate links. Needs Express' `trust proxy`. */
export function createFormRoutes(deps: FormDeps): Router {
  const { secret, database, campuses, clocks, log } = deps;
  const { siteUrl, schoolCode, dataDir } = deps.settings;
  const limits = { ...FORM_LIMITS, ...deps.limits };
  const context: FormContext = {
    ...deps,
    schoolCode,
    dataDir,
    links: new CertificateLinks({ secret, now: () => clocks.sharedTime(deps.now()) }),
    rates: new RateLimits({ limits, secret, database }),
    slots: new UploadSlots(limits),
    checkOrigin: createOriginCheck({ siteUrl, campuses, log }),
    limits,
  };
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
  router.get(CERTIFICATE_PATH, (request, response) => sendCertificate(request, response, context));
  router.use(async (request, response, next) => {
    const target = request.method === 'POST' ? pageTarget(request, deps.addresses) : null;
    if (target === null) next();
    else await handleForm({ request, response, target }, context);
  });
  return router;
}

function apiTarget({ params }: Request, schoolCode: string): FormTarget | null {
  const { code, type } = params;
  if (code !== schoolCode) return null;
  if (type === undefined) return { kind: 'api', form: 'certificate' };
  const form = STORED_FORMS.find((name) => FORM_TYPES[name] === type);
  return form === undefined ? null : { kind: 'api', form };
}

function pageTarget({ path }: Request, { pageAt }: Pick<Addresses, 'pageAt'>): FormTarget | null {
  const address = pageAt(path);
  return address?.page.form ? { kind: 'page', form: address.page.form, address } : null;
}
