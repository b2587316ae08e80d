import FormData from 'form-data';
import type { Delivery } from './entry.ts';
import { CV_FIELD } from '../../shared/forms/cv.ts';
import type { Provider } from '../provider/http-provider.ts';
import { FORM_TYPES } from '../../shared/forms.ts';

/** Total deadline of a submission with a CV, in milliseconds: 5 MB at 100 kB/s. */
const UPLOAD_MS = 60_000;

type DeliveryOptions = { provider: Provider; schoolCode: string; uploadMs?: number };

/** Sends submissions to the provider: `POST /api/form/{code}/{type}`. */
export function createDelivery({ provider, schoolCode, uploadMs = UPLOAD_MS }: DeliveryOptions) {
  return async function deliver({ entry, cv, requestId }: Delivery): Promise<void> {
    const path = `/api/form/${schoolCode}/${encodeURIComponent(FORM_TYPES[entry.form])}`;
    const options = { requestId, idempotencyKey: entry.idempotencyKey };
    if (entry.cv === null || cv === null) {
      await provider.post(path, { json: entry.fields }, options);
      return;
    }
    const form = new FormData();
    for (const [name, value] of Object.entries(entry.fields)) form.append(name, value);
    form.append(CV_FIELD, cv, { filename: entry.cv.name, contentType: 'application/pdf' });
    await provider.post(path, { form }, { ...options, timeoutMs: uploadMs });
  };
}
