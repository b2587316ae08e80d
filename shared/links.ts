/** Provider id or path of an image or a file; `fileUrl` makes the address. */
export type FileId = string;

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
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  return SAFE_PROTOCOLS.has(url.protocol) && url.username === '' ? url.href : null;
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

/** The `href` that calls a telephone number written as people write it; after a country code "(0)" is not dialled. */
export function callLink(phone: string): string {
  return `tel:${phone.replace(/(\+\d+[\s-]*)\(0\)/, '$1').replace(/[^+\d]/g, '')}`;
}

/** `rel` of a link in a provider's record, whose target is untrusted. */
export function linkRel(href: string): string {
  return isExternal(href) ? 'noopener nofollow' : 'noopener';
}
