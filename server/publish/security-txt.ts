import type { Site } from '../../shared/content.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a copy may be trusted, in days; RFC 9116 (2.5.5) recommends less than a year. */
const EXPIRES_DAYS = 180;

export type SecurityTxtOptions = {
  security: Site['security'];
  siteUrl: string;
  now: Date;
};

/**
 * `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness. Its expiry is renewed each day, as the
 * contacts come from content/site.json, which is checked before each build.
 */
export function securityTxt({ security, siteUrl, now }: SecurityTxtOptions): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + EXPIRES_DAYS) * DAY_MS);
  return [
    ...security.contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Preferred-Languages: ${security.languages.join(', ')}`,
    // An address of the web has to begin with https:// (2.5.2).
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}/.well-known/security.txt`] : []),
    '',
  ].join('\n');
}
