import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { NextFunction, Request, Response } from 'express';
import { PAGE_POLICY } from './security-policies.ts';

type SecurityOptions = {
  /** Public origin; https adds HSTS and upgrade-insecure-requests. */
  siteUrl: string;
  /** Origins that a click may load into a frame: the maps. */
  frameOrigins: readonly string[];
  /** How long browsers keep to https after a visit, in seconds; 0 makes them forget it (RFC 6797, 6.1.1). */
  hstsSeconds: number;
};

export type SecurityHeaders = {
  /** Header names and values of every answer without a nonce. */
  fixed: Readonly<Record<string, string>>;
  /** The policy of a streamed page, whose few inline scripts carry the nonce. */
  policyWithNonce(nonce: string): string;
};

/**
 * The security headers of helmet, worked out once: they are the same on every answer, and running
 * helmet per request would cost more than a cached page does (docs/decisions/0005-fast-path.md).
 */
export function createSecurityHeaders({
  siteUrl,
  frameOrigins,
  hstsSeconds,
}: SecurityOptions): SecurityHeaders {
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
    // The school's other hosts are not ours to decide on.
    strictTransportSecurity: isHttps ? { maxAge: hstsSeconds, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })(response.req, response, () => undefined);
  response.setHeader(
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  );
  const fixed = Object.fromEntries(
    response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]),
  );
  const policy = fixed['content-security-policy'] ?? '';
  return {
    fixed,
    policyWithNonce: (nonce) =>
      policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
  };
}

/** Sets the headers on everything that Express answers, errors too. */
export function setSecurityHeaders({ fixed }: SecurityHeaders) {
  const headers = new Map(Object.entries(fixed));
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setHeaders(headers);
    next();
  };
}
