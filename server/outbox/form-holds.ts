import type { StoredFormName } from '../../shared/forms.ts';
import type { Log } from '../log/log.ts';
import type { DeliveryFailure } from './delivery-failure.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import type { SubmissionStore } from './submission-store.ts';

const SETTINGS_TO_CHECK = ['PROVIDER_URL', 'PROVIDER_TOKEN', 'SCHOOL_CODE'];

/**
 * Holds a form whose token, address or route the provider does not accept, for all instances: each submission
 * of it would fail alike, and a hundred wrong tokens in a row would get this server banned. One at a time is
 * attempted, and one alarm line stands for all.
 */
export async function holdForm(
  form: StoredFormName,
  failure: DeliveryFailure,
  { store, log, limits }: { store: SubmissionStore; log: Log; limits: OutboxLimits },
): Promise<void> {
  await store.hold(form, { ...limits, waitMs: failure.waitMs });
  if (!(await store.takeTurn('provider-misconfigured', limits.alarmEveryMs))) return;
  const { status } = failure;
  const cause = adviceOn(failure);
  log.error({ event: 'provider-misconfigured', form, status: status ?? undefined, cause });
}

/** The symptom, and where to look first. */
export function adviceOn({ cause, status }: DeliveryFailure): string {
  const symptom = cause === 'content-type' ? 'the answer is neither empty nor JSON' : cause;
  const first = status === 401 || status === 403 ? 'PROVIDER_TOKEN' : 'PROVIDER_URL';
  const others = SETTINGS_TO_CHECK.filter((name) => name !== first).join(' and ');
  return `${symptom}: check ${first} first, then ${others}; submissions wait until it is fixed`;
}
