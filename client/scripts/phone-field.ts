import { pageText } from '../../shared/fill-text.ts';
import { toAsciiDigits } from '../../shared/digits.ts';
import {
  isOnlyDigits,
  PHONE_DIGITS,
  PHONE_HINTS,
  phoneHint,
  readPhone,
} from '../../shared/forms/phone.ts';

/**
 * Limits a telephone field to ten digits and loses none of them: whatever is typed or pasted goes in
 * whole, and becomes its ten digits as soon as it can be read as such. The first ten plain
 * digits stay, with a hint; the others are remembered, as "0091 98765 43210" needs them.
 * Other text stays as it is.
 */
export function enhance(element: HTMLElement): void {
  if (!(element instanceof HTMLInputElement)) return;
  const input = element;
  const hint = document.getElementById(`${input.id}-hint`);
  let last = input.value;
  /** Digits that were typed after the ten in the field. */
  let rest = '';
  /** The visitor has left the field, so that what it holds is meant to be whole. */
  let isLeft = last !== '' && document.activeElement !== input;
  let hadSelection = false;
  let isComposing = false;

  function limit(): void {
    if (!isComposing) input.maxLength = PHONE_DIGITS;
  }

  function tidy(): void {
    const isTypedOn = rest !== '' && input.value.startsWith(last);
    const typed = isTypedOn ? last + rest + input.value.slice(last.length) : input.value;
    const phone = readPhone(typed);
    const digits = toAsciiDigits(typed);
    const isFull = phone === null && isOnlyDigits(digits) && digits.length > PHONE_DIGITS;
    const wasFull = last.length === PHONE_DIGITS && isOnlyDigits(last);
    const isTypedBetween = isFull && wasFull && !hadSelection && !typed.startsWith(last);
    const shown = isTypedBetween
      ? last
      : (phone ?? (isFull ? digits.slice(0, PHONE_DIGITS) : typed));
    rest = isFull && !isTypedBetween ? digits.slice(PHONE_DIGITS) : '';
    show(shown);
    last = shown;
    if (shown === '') isLeft = false;
    say(isFull ? PHONE_HINTS.full : isLeft ? phoneHint(shown) : PHONE_HINTS.usual);
    limit();
  }

  /** Keeps the caret as far from the end as it was. */
  function show(value: string): void {
    if (input.value === value) return;
    const fromEnd = input.value.length - (input.selectionEnd ?? input.value.length);
    input.value = value;
    const caret = Math.max(0, value.length - fromEnd);
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
  }

  function say(text: string): void {
    const own = pageText(text);
    if (hint !== null && hint.textContent !== own) hint.textContent = own;
  }

  input.addEventListener('beforeinput', () => {
    hadSelection = input.selectionStart !== input.selectionEnd;
    input.removeAttribute('maxlength');
    // An edit without effect fires no event of its own.
    setTimeout(limit);
  });
  input.addEventListener('input', () => isComposing || tidy());
  // What an input method, such as a phone's keyboard, is still composing is its own.
  input.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  input.addEventListener('compositionend', () => {
    isComposing = false;
    setTimeout(tidy);
  });
  input.addEventListener('blur', () => {
    isLeft = input.value !== '';
    if (rest === '') say(phoneHint(input.value));
  });
  hint?.setAttribute('aria-live', 'polite');
  tidy();
}
