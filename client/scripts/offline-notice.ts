import { pageText } from '../../shared/fill-text.ts';
import { isMarked } from './offline/begin-offline.ts';
import { getIdempotencyKey, storeForm } from './offline/store-form.ts';
import { DAY_MS, OFFLINE_LIMITS } from './offline/offline-limits.ts';
import {
  fetchWithin,
  removeForm,
  sendWaitingForms,
  WAITING_FORMS,
  waitingForms,
  type WaitingForm,
} from './offline/waiting-forms.ts';

const FORM_NAMES: Readonly<Record<string, string>> = {
  'touch-form': 'Get In Touch',
  'career-form': 'Career Enquiry',
  'admission-form': 'Admission Enquiry',
};

/** A form that was kept shows it at its button. */
export const KEPT = 'Your form is saved on this phone and will be sent when you are back online.';

const HIDDEN_FIELDS = new Set(['school', 'website']);

const page = { isListening: false, keptAt: 0 };

/**
 * Keeps a form whose own script could not be loaded, unless the site responds: then the browser posts it,
 * and the response has its errors. The server checks a form that was kept when it is sent.
 */
export async function keep(form: HTMLFormElement): Promise<boolean> {
  if (FORM_NAMES[form.id] === undefined || (await isReachable(form.action))) return false;
  const fields = [...form.querySelectorAll<HTMLInputElement>('[aria-required]')];
  const empty = fields.find(({ value }) => value === '');
  if (empty !== undefined) {
    empty.focus();
    return true;
  }
  const data = new FormData(form);
  const { pathname } = new URL(form.action);
  const key = getIdempotencyKey(form, data);
  if (!(await keepForm({ key, form: form.id, action: pathname }, data))) return false;
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
  return fetchWithin(OFFLINE_LIMITS.networkMs, url, { method: 'HEAD' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/**
 * Keeps a form on this device until there is a network, and shows that it waits. A form's own script
 * brings this along: once there is no network, it could not be fetched. Returns whether it could.
 */
export async function keepForm(...form: Parameters<typeof storeForm>): Promise<boolean> {
  if (!(await storeForm(...form))) return false;
  void showNotice();
  return true;
}

/** Shows waiting forms and the age of an old copy, and sends what waits. */
export async function showNotice(keptAt = page.keptAt): Promise<void> {
  page.keptAt = keptAt;
  if (!page.isListening) {
    page.isListening = true;
    for (const type of ['online', 'pageshow']) addEventListener(type, () => void send());
    document.addEventListener('visibilitychange', () => {
      // An attempt of a page that goes away would have no result.
      if (!document.hidden) void send();
    });
  }
  await draw();
  await send();
}

/** The worker, a later page or the button retries. */
async function send(): Promise<void> {
  await sendWaitingForms().catch(() => undefined);
  await draw();
}

async function draw(): Promise<void> {
  const notice = document.querySelector<HTMLElement>('.offline-notice');
  if (notice === null) return;
  const found = await waitingForms().catch(() => null);
  // A device that cannot tell now may have forms all the same: the next page looks again.
  if (found?.length === 0 && isMarked()) localStorage.removeItem(WAITING_FORMS);
  const forms = found ?? [];
  document.dispatchEvent(new Event(WAITING_FORMS));
  const [status, list] = notice.children;
  if (!status || !(list instanceof HTMLDetailsElement)) throw new Error('no place for the notice');
  notice.hidden = forms.length === 0 && page.keptAt === 0;
  const text = [page.keptAt > 0 ? oldCopy(page.keptAt) : '', formatSummary(forms)].join(' ').trim();
  if (status.textContent !== text) status.textContent = text;
  list.hidden = forms.length === 0;
  list.open ||= forms.some(({ state }) => state === 'rejected');
  const hadFocus = list.contains(document.activeElement);
  const [summary = ''] = list.children;
  list.replaceChildren(
    summary,
    create('ul', ...forms.map((form) => createItem(form))),
    create(
      'p',
      pageText('A form is kept for {days} days, and not sent after that.', {
        days: OFFLINE_LIMITS.formMs / DAY_MS,
      }),
    ),
    createButton(pageText('Try now'), () => void send()),
  );
  if (hadFocus && summary instanceof HTMLElement) summary.focus();
}

function oldCopy(keptAt: number): string {
  const time = formatTime(keptAt);
  return pageText("You're offline, or the connection is slow. This page is from {time}.", { time });
}

function formatSummary(forms: readonly WaitingForm[]): string {
  const count = (state: WaitingForm['state']) =>
    forms.filter((form) => form.state === state).length;
  const parts: readonly [number, string, string][] = [
    [
      count('waiting'),
      '1 form not sent yet: saved on this device. It will go when you are online.',
      '{count} forms not sent yet: saved on this device. They will go when you are online.',
    ],
    [count('sent'), '1 form was sent.', '{count} forms were sent.'],
    [count('rejected'), '1 form was not sent.', '{count} forms were not sent.'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => pageText(number === 1 ? one : many, { count: number }))
    .join(' ');
}

function createItem(form: WaitingForm): HTMLElement {
  const name = pageText(FORM_NAMES[form.form] ?? form.action);
  const remove = async (): Promise<void> => {
    const isLost = form.state !== 'sent';
    const question = pageText('Delete this form? The school does not have it: {name}', { name });
    if (isLost && !confirm(question)) return;
    await removeForm(form.key);
    await draw();
  };
  const label = pageText(form.state === 'sent' ? 'Close' : 'Delete');
  const button = createButton(label, () => void remove());
  button.setAttribute('aria-label', `${button.textContent}: ${name}`);
  return create(
    'li',
    create('strong', pageText('{name} of {time}:', { name, time: formatTime(form.writtenAt) })),
    ` ${formatState(form)}`,
    ...(form.fields.length > 0 ? [createContent(form)] : []),
    ...(form.state === 'sent' ? createSteps(form) : []),
    button,
  );
}

function formatState({ state, reference, messages }: WaitingForm): string {
  if (state === 'waiting')
    return pageText('not sent yet. It is deleted here when the school has it.');
  if (state === 'sent')
    return pageText('sent. Your reference: {reference}', { reference: reference ?? '' });
  const text = messages.map((message) => pageText(message)).join(' ');
  return pageText('not sent. {messages}', {
    messages: text || pageText("The school's system refused it. Please call the office."),
  });
}

function createSteps({ nextSteps = [] }: WaitingForm): HTMLElement[] {
  if (nextSteps.length === 0) return [];
  return [
    create('p', pageText('What happens next')),
    create('ol', ...nextSteps.map((step) => create('li', step))),
  ];
}

function createContent({ fields, action }: WaitingForm): HTMLElement {
  const written = fields.filter(([name]) => !HIDDEN_FIELDS.has(name));
  const link = create('a', pageText('Open the form'));
  link.setAttribute('href', action);
  return create(
    'details',
    create('summary', pageText('What you wrote')),
    ...written.map(([, value]) => create('p', typeof value === 'string' ? value : value.name)),
    link,
  );
}

function createButton(label: string, act: () => void): HTMLElement {
  const button = create('button', label);
  button.className = 'button button-quiet';
  button.setAttribute('type', 'button');
  button.addEventListener('click', act);
  return button;
}

function create(tag: string, ...children: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

function formatTime(at: number): string {
  return new Date(at).toLocaleString(document.documentElement.lang === 'hi' ? 'hi-IN' : 'en-IN', {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
}
