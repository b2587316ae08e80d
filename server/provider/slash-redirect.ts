const REDIRECTS = new Set([301, 302, 307, 308]);

/**
 * Where a redirect leads that only puts a slash at the end of the asked address or takes it away, as
 * Django, WordPress and nginx answer; null for every other answer, since the token must not be led away
 * (docs/promises.md#s6). `location` may be relative (RFC 9110, 10.2.2).
 */
export function slashRedirect(
  asked: URL,
  { status, location }: { status: number; location: string | undefined },
): URL | null {
  if (!REDIRECTS.has(status) || location === undefined || !URL.canParse(location, asked.href))
    return null;
  const target = new URL(location, asked.href);
  return withoutSlash(target) === withoutSlash(asked) ? target : null;
}

/** The whole address, user and fragment included, but for the slash at the end of its path. */
function withoutSlash(url: URL): string {
  const copy = new URL(url.href);
  copy.pathname = copy.pathname.replace(/\/$/, '');
  return copy.href;
}
