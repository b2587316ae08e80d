import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Handler } from 'express';
import helmet from 'helmet';
import { NO_STORE } from './cache-lifetimes.ts';
import type { Settings } from '../config.ts';
import { PAGE_POLICY } from './security-policies.ts';

/** https adds upgrade-insecure-requests and HSTS, which 0 seconds revoke (RFC 6797, 6.1.1). */
type SecurityOptions = Pick<Settings, 'siteUrl' | 'hstsSeconds'> & {
  /** Origins of the maps that a page may embed. */
  frameOrigins: readonly string[];
};

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

/** Runs helmet once: for each request it would cost more than a cached page (docs/decisions/0005-fast-path.md). */
export function createSecurityHeaders({ siteUrl, frameOrigins, hstsSeconds }: SecurityOptions) {
  const isHttps = siteUrl.startsWith('https:');
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...PAGE_POLICY,
        frameSrc: [...PAGE_POLICY.frameSrc, ...frameOrigins],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Pages use no cross-origin resource; the map's frame works without credentials.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // The school's other hosts may not use https.
    strictTransportSecurity: isHttps ? { maxAge: hstsSeconds, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })(response.req, response, () => undefined);
  response.setHeader(
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  );
  const fixed: Readonly<Record<string, string>> = Object.fromEntries(
    response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]),
  );
  const policy = fixed['content-security-policy'] ?? '';
  return {
    /** Headers of every response without a nonce. */
    fixed,
    /** A streamed page has inline scripts. */
    policyWithNonce: (nonce: string) =>
      policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
    /** A complete page has inline styles. @param hash SHA-256 in Base64 */
    policyWithStyle: (hash: string) =>
      policy.replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`),
  };
}

/** What may be cached says so itself. */
export function setDefaultHeaders({ fixed }: Pick<SecurityHeaders, 'fixed'>): Handler {
  const headers = { ...fixed, 'Cache-Control': NO_STORE };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
