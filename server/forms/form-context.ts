import type { CertificateContext } from './certificates.ts';
import type { CrossSiteReport } from './cross-site.ts';
import type { RenderPage } from './form-answer.ts';
import type { FormLimits } from './form-limits.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RateLimits } from './rate-limits.ts';
import type { UploadSlots } from './upload-slots.ts';
import type { Log } from '../web/log.ts';

/** What the handling of a form works with. */
export type FormContext = {
  outbox: Outbox;
  certificates: CertificateContext;
  rates: RateLimits;
  slots: UploadSlots;
  crossSite: CrossSiteReport;
  limits: FormLimits;
  log: Log;
  siteUrl: string;
  renderPage: RenderPage;
};
