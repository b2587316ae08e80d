type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** `search` is that of the page where the texts were typed. */
type Draft = { search: string; texts: Readonly<Record<string, unknown>> };

/** Keeps what is typed for the tab, and gives it back to a page that is loaded again. Files are not kept. */
export function enhance(element: HTMLElement): void {
  const form = element.closest('form');
  if (form === null) return;
  try {
    restore(element, form.id);
  } catch {
    // Storage is blocked.
    form.querySelector('.form-draft')?.setAttribute('hidden', '');
    return;
  }
  element.addEventListener('input', () => save(element, form.id));
  document.addEventListener('visibilitychange', () => {
    const isSending = form.getAttribute('aria-busy') === 'true';
    // React may have replaced the form's element.
    if (document.hidden && element.isConnected && !isSending) save(element, form.id);
  });
}

/** A form that was sent, or waits on the device, is no draft. */
export function deleteDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Storage is blocked: there is none.
  }
}

function save(element: HTMLElement, form: string): void {
  const typed = fieldsOf(element).filter(
    (field) => field.value !== '' && field.value !== renderedValue(field),
  );
  if (typed.length === 0) return deleteDraft(form);
  const texts = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  const draft: Draft = { search: location.search, texts };
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // The storage is full.
  }
}

/** What the visitor or the browser has filled in stays; so does what another link begins a field with. */
function restore(element: HTMLElement, form: string): void {
  const draft = parseDraft(sessionStorage.getItem(keyOf(form)));
  if (draft === null) return;
  const isSameAddress = draft.search === location.search;
  // The browser has posted it itself, and this page is the response.
  if (!isSameAddress && new URLSearchParams(location.search).has('sent')) return deleteDraft(form);
  for (const field of fieldsOf(element)) {
    const text = draft.texts[field.name];
    const rendered = renderedValue(field);
    if (typeof text !== 'string' || field.value !== rendered) continue;
    if (rendered !== '' && !isSameAddress) continue;
    field.value = text;
    // Counters and hints follow what is typed.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function parseDraft(json: string | null): Draft | null {
  const value: unknown = JSON.parse(json ?? 'null');
  if (typeof value !== 'object' || value === null) return null;
  const { search, texts }: { search?: unknown; texts?: unknown } = value;
  if (typeof search !== 'string' || typeof texts !== 'object' || texts === null) return null;
  return { search, texts: { ...texts } };
}

function fieldsOf(element: HTMLElement): Field[] {
  return [...element.querySelectorAll<Field>('input:not([type=file]), select, textarea')];
}

/** What the server has written into a field. */
function renderedValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? '';
}

function keyOf(form: string): string {
  return `draft ${form}`;
}
