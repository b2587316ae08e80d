import { isExternal, fileUrl, safeLink } from '../../shared/links.ts';
import { readFile } from './read-files.ts';
import { lineOf } from '../../shared/provider-text.ts';

/** A name of a host, with whatever may follow it. */
const HOST = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}]{2,}(?::\d{1,5})?(?=[/?#]|$)/u;
/** A name that is a file's, though a host could have it too, and a path of the provider with such a name. */
const FILE_NAME = /^[^/?#]+\.(?:pdf|jpe?g|png|gif|webp|docx?|xlsx?|pptx?|txt|zip|html?|php)$/i;
const FILE_PATH =
  /^(?!\/?(?:files|assets)\/)[^?#:]*\/[^/?#:]+\.(?:pdf|jpe?g|png|gif|webp|docx?|xlsx?|pptx?|zip)$/i;
const MAIL = /^[^\s@/:]+@[^\s@/:]+\.\p{L}{2,}$/u;
/** The provider's call for files, as a path of it or of its own host. */
const FILE_CALL = /^(?:\/*|https?:\/\/[^/]+(?:\/[^?#]*)?\/)api\/image\//i;

/**
 * Where the link of a record leads, as it was meant: typed without its scheme (`forms.gle/x`, `www.…`),
 * with backslashes or blanks, as HTML, or to a file of the provider, which is one of ours then. Null when
 * that is nowhere, or nowhere safe (docs/promises.md#s4).
 * @param base origin and path prefix of the provider.
 */
export function readLink(value: unknown, base: string): string | null {
  const text = firstOf(
    lineOf(value)
      .replace(/\p{Cf}/gu, '')
      .replaceAll('\\', '/'),
  );
  if (FILE_CALL.test(text) || (FILE_PATH.test(text) && !HOST.test(text.replace(/^\/\//, '')))) {
    const file = readFile(text, base);
    if (file !== null && !isExternal(file)) return fileUrl(file);
  }
  const address = withScheme(text);
  if (/^https?:/i.test(address))
    return safeLink(URL.canParse(address) ? new URL(address).href : null);
  return safeLink(address.replaceAll(' ', /^tel:/i.test(address) ? '' : '%20'));
}

/** The first of several addresses in one field, and of one that was pasted behind its own scheme. */
function firstOf(text: string): string {
  return text
    .replace(/^<|>$/g, '')
    .replace(/^https?:\/*(?=https?:\/\/)/i, '')
    .replace(/(?<![ ,;])[ ,;]+https?:\/\/.*$/i, '')
    .trim();
}

function withScheme(text: string): string {
  if (/^https?\/\//i.test(text)) return text.replace('//', '://');
  if (text.startsWith('//') && HOST.test(text.slice(2))) return `https:${text}`;
  if (MAIL.test(text)) return `mailto:${text}`;
  return HOST.test(text) && !FILE_NAME.test(text) ? `https://${text}` : text;
}
