import { pageText } from '../../shared/fill-text.ts';
import { removeForm, WAITING_FORMS, waitingForms, type WaitingForm } from './offline/form-store.ts';
import { FORM_NAMES } from './offline/kept-forms.ts';
import { DAY_MS, OFFLINE_LIMITS } from './offline/offline-limits.ts';
import { expireForms } from './offline/expire-forms.ts';
import { sendWaitingForms } from './offline/waiting-forms.ts';

let isListening = false;
/** Age of the shown copy; 0 of a page that is none. */
let shownFrom = 0;
/** Looks at the waiting forms. */
let looks = 0;

/** Shows waiting forms and the age of an old copy, and sends what waits. */
export async function showNotice(keptAt = shownFrom): Promise<void> {
  shownFrom = keptAt;
  if (!isListening) {
    isListening = true;
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
  await expireForms().catch(() => undefined);
  await sendWaitingForms().catch(() => undefined);
  await draw();
}

async function draw(): Promise<void> {
  const notice = document.querySelector<HTMLElement>('.offline-notice');
  const [status, list] = notice?.children ?? [];
  if (!notice || !status || !(list instanceof HTMLDetailsElement)) return;
  const look = (looks += 1);
  // A device that cannot tell now may have forms all the same: the next page looks again.
  const forms = await waitingForms().catch(() => []);
  document.dispatchEvent(new Event(WAITING_FORMS));
  // One that began later may have ended before: what it has found is newer.
  if (look !== looks) return;
  notice.hidden = forms.length === 0 && shownFrom === 0;
  const text = [
    shownFrom > 0
      ? pageText("You're offline, or the connection is slow. This page is from {time}.", {
          time: formatTime(shownFrom),
        })
      : '',
    formatSummary(forms),
  ]
    .join(' ')
    .trim();
  if (status.textContent !== text) status.textContent = text;
  list.hidden = forms.length === 0;
  drawItems(list, forms);
}

/** An item that stays as it was is the same element: what the visitor has opened or closed stays so. */
function drawItems(list: HTMLDetailsElement, forms: readonly WaitingForm[]): void {
  const items = list.querySelector('ul') ?? create('ul');
  if (!items.isConnected)
    list.append(
      items,
      create(
        'p',
        pageText('A form is kept for {days} days, and not sent after that.', {
          days: OFFLINE_LIMITS.formMs / DAY_MS,
        }),
      ),
      createButton(pageText('Try now'), () => void send()),
    );
  const before = [...items.querySelectorAll<HTMLElement>(':scope > li')];
  const shown = forms.map((form) => {
    const known = before.find(({ dataset }) => dataset.form === itemName(form));
    list.open ||= !known && form.state === 'rejected';
    return known ?? createItem(form);
  });
  const hadFocus = items.contains(document.activeElement);
  for (const old of before) if (!shown.includes(old)) old.remove();
  for (const [index, item] of shown.entries())
    if (items.children[index] !== item) items.insertBefore(item, items.children[index] ?? null);
  if (hadFocus && !items.contains(document.activeElement))
    list.querySelector<HTMLElement>('summary')?.focus();
}

function itemName({ key, state, fields }: WaitingForm): string {
  return `${key} ${state} ${fields.length}`;
}

function formatSummary(forms: readonly WaitingForm[]): string {
  const parts: readonly [WaitingForm['state'], one: string, many: string][] = [
    [
      'waiting',
      '1 form not sent yet: saved on this device. It will go when you are online.',
      '{count} forms not sent yet: saved on this device. They will go when you are online.',
    ],
    ['sent', '1 form was sent.', '{count} forms were sent.'],
    ['rejected', '1 form was not sent.', '{count} forms were not sent.'],
  ];
  return parts
    .flatMap(([state, one, many]) => {
      const count = forms.filter((form) => form.state === state).length;
      return count === 0 ? [] : pageText(count === 1 ? one : many, { count });
    })
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
    await send();
  };
  const label = pageText(form.state === 'sent' ? 'Close' : 'Delete');
  const button = createButton(label, () => void remove());
  button.setAttribute('aria-label', `${button.textContent}: ${name}`);
  const item = create(
    'li',
    create('strong', pageText('{name} of {time}:', { name, time: formatTime(form.writtenAt) })),
    ` ${formatState(form)}`,
    ...(form.fields.length > 0 ? [createContent(form)] : []),
    ...createSteps(form),
    button,
  );
  item.dataset.form = itemName(form);
  return item;
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

function createSteps({ state, nextSteps = [] }: WaitingForm): HTMLElement[] {
  if (state !== 'sent' || nextSteps.length === 0) return [];
  return [
    create('p', pageText('What happens next')),
    create('ol', ...nextSteps.map((step) => create('li', step))),
  ];
}

function createContent({ fields, action }: WaitingForm): HTMLElement {
  const written = fields.filter(([name]) => !['school', 'website'].includes(name));
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
  button.addEventListener('click', act);
  return button;
}

function create(tag: string, ...children: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

function formatTime(at: number): string {
  return new Date(at).toLocaleString(document.documentElement.lang, {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
}
