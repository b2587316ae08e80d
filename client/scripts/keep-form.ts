import { pageText } from '../../shared/fill-text.ts';
import { showNotice } from './offline-notice.ts';
import { removeForm } from './offline/form-store.ts';
import { FORM_NAMES, KEPT } from './offline/kept-forms.ts';
import { OFFLINE_LIMITS } from './offline/offline-limits.ts';
import { getIdempotencyKey, storeForm } from './offline/store-form.ts';
import { within } from './offline/waiting-forms.ts';

/**
 * Keeps a form whose own script could not be loaded, unless the site responds: then the browser posts it,
 * and the response has its errors. The server checks a form that was kept when it is sent.
 *
 * @param signal aborts when the form's own script has come after all, and sends it.
 */
export async function keep(form: HTMLFormElement, signal: AbortSignal): Promise<boolean> {
  if (FORM_NAMES[form.id] === undefined || (await isReachable(form.action))) return false;
  const isTaken = () => signal.aborted;
  if (isTaken()) return false;
  const fields = [...form.querySelectorAll<HTMLInputElement>('[aria-required]')];
  const empty = fields.find(({ value }) => value === '');
  if (empty !== undefined) {
    empty.focus();
    return true;
  }
  const data = new FormData(form);
  const { pathname } = new URL(form.action);
  const key = getIdempotencyKey(form, data);
  if ((await storeForm({ key, form: form.id, action: pathname }, data)) !== 'stored') return false;
  if (isTaken()) {
    await removeForm(key);
    return false;
  }
  void showNotice();
  form.reset();
  const status = form.querySelector<HTMLElement>('[role=status]');
  if (status !== null) {
    status.textContent = pageText(KEPT);
    status.focus();
  }
  return true;
}

/** `navigator.onLine` is true without a working connection. */
async function isReachable(url: string): Promise<boolean> {
  return within(OFFLINE_LIMITS.networkMs, (signal) => fetch(url, { method: 'HEAD', signal })).then(
    ({ status }) => status < 500,
    () => false,
  );
}
