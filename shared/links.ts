/** Provider id or path of an image or a file; `fileUrl` makes the address. */
export type FileId = string;

/** An address of e-mail without anything before it. */
const MAIL = /^\s*[^\s@/:?]{1,64}@[^\s@/:?]{1,255}\.\p{L}{2,20}\s*$/u;
const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * A link that is safe to put into an `href`: an absolute http, https, mailto or tel address, or a path
 * of this site. Everything else (`javascript:`, `data:`, `//host`, text with control characters) is null,
 * and the caller shows plain text instead (docs/promises.md#s4).
 */
export function safeLink(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  // oxlint-disable-next-line no-control-regex -- browsers drop these inside a scheme, so they must not pass
  if (trimmed === '' || /[\u0000-\u0020\u007f\\]/.test(trimmed)) return null;
  if (trimmed.startsWith('/')) return trimmed.startsWith('//') ? null : trimmed;
  if (/^www\./i.test(trimmed)) return safeLink(`https://${trimmed}`);
  if (/^tel:/i.test(trimmed)) return telLink(trimmed);
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (url.protocol === 'mailto:') return mailLink(url);
  return SAFE_PROTOCOLS.has(url.protocol) && url.username === '' ? url.href : null;
}

/** The same for a record, in which an e-mail address may stand alone, or after `mailto://`. */
export function recordLink(text = ''): string | null {
  const address = text.replace(/^\s*(?:mailto:(?:[/ ]|%20){0,9}){1,9}/i, 'mailto:');
  return safeLink(MAIL.test(address) ? `mailto:${address}` : address);
}

function telLink(address: string): string | null {
  // Only the first of several numbers can be called.
  const phone = address.replace(/%[\da-f]{2}|[;?,/].*$/gi, '');
  return /\d/.test(phone) ? callLink(phone) : null;
}

/** Line ends could begin a header of the mail; `cc`, `bcc` and `to` add readers. */
function mailLink({ pathname, search }: URL): string | null {
  const [addresses = ''] = pathname.replace(/\.{2,}/g, '.').split(/%0[ad]|;/i);
  const words = search
    .slice(1)
    .split('&')
    .filter((part) => /^(?:subject|body)=/i.test(part))
    .map((part) => part.replace(/(?:%0[ad])+/gi, '%20'));
  if (!addresses.includes('@')) return null;
  return `mailto:${addresses}${words.length === 0 ? '' : `?${words.join('&')}`}`;
}

/** Whether a link leaves the site, so that it opens in a new tab with `rel="noopener"`. */
export function isExternal(link: string): boolean {
  return /^https?:/i.test(link);
}

/** Our address of a provider file (R-238, `/api/image/{id or path}`), encoded segment by segment. */
export function fileUrl(id: FileId): string {
  return `/api/image/${id.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`;
}

/** Where a record's document is: at the provider, or at an address elsewhere. */
export function documentUrl(id: FileId): string {
  return isExternal(id) ? id : fileUrl(id);
}

/**
 * The `href` that calls a telephone number written as people write it: after a country code "(0)" is not dialled, and
 * a code that is repeated or has a zero before it (`+91+91…`, `091-…`, `0091…`) is one.
 */
export function callLink(phone: string): string {
  const digits = phone.replace(/(\+\d{1,3}[\s-]{0,9})\(0\)/, '$1').replace(/[^+\d]/g, '');
  const national = /^(?:\+?0{0,2}91)+\+?(?<own>0?[1-9]\d{9})$/.exec(digits)?.groups?.['own'];
  return `tel:${national === undefined ? digits.replace(/(?!^)\+/g, '') : `+91${national.replace(/^0/, '')}`}`;
}

/** `rel` of a link in a provider's record, whose target is untrusted. */
export function linkRel(href: string): string {
  return isExternal(href) ? 'noopener nofollow' : 'noopener';
}
