type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FOCUSABLE = 'input, select, textarea, button, a';

/**
 * Remembers the fields of an island and the focus before React commits. React builds an island anew when its HTML is
 * not what the server has sent, as a translator or an extension has changed it, and after an error.
 * @returns to be called after the commit: gives values, files, focus and selection to the new fields, if there are any.
 */
export function rememberFields(root: Element): () => void {
  const before = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const focused = before.find((element) => element === document.activeElement);
  const selection = isTextField(focused) ? [focused.selectionStart, focused.selectionEnd] : [];
  return () => {
    if (before.every(({ isConnected }) => isConnected)) return;
    const after = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)];
    for (const old of before) {
      const alike = before.filter((other) => isCounterpart(other, old));
      const element = after.filter((other) => isCounterpart(other, old))[alike.indexOf(old)];
      if (element === undefined) continue;
      if (isField(old) && isField(element)) {
        copyValue(old, element);
        followPicker(old, element);
      }
      if (old !== focused) continue;
      element.focus({ preventScroll: true });
      const [start, end] = selection;
      if (isTextField(element) && typeof start === 'number')
        element.setSelectionRange(start, end ?? start);
    }
  };
}

function isCounterpart(a: HTMLElement, b: HTMLElement): boolean {
  return (
    ['name', 'href'].every((name) => a.getAttribute(name) === b.getAttribute(name)) &&
    a.tagName === b.tagName
  );
}

function copyValue(from: Field, to: Field): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.type === 'file')
    to.files = from.files;
  else to.value = from.value;
}

/** A picker that is still open gives its choice to the old field. */
function followPicker(old: Field, field: Field): void {
  old.addEventListener('change', () => {
    copyValue(old, field);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
}

function isTextField(element: unknown): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

export function isField(element: unknown): element is Field {
  return isTextField(element) || element instanceof HTMLSelectElement;
}
