import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import * as z from 'zod/mini';
import type { Log } from '../log/log.ts';
import { BROWSER_ERROR_PATH } from './security-policies.ts';
import { clientNetwork } from './client-network.ts';
import type { Addresses } from '../../client/addresses.ts';

const LIMITS = {
  maxBytes: 4 * 1024,
  windowSeconds: 600,
  reportsPerNetwork: 10,
  reportsPerProcess: 100,
};

/** Nothing that a visitor typed, and no address except our pages and scripts. */
type BrowserError = {
  state: 'script' | 'policy';
  /** Address of the page. */
  page: string;
  file: string | undefined;
  cause: string;
};

/** The body of a report-uri post (CSP Level 3, 5.3). Any field may be missing. */
const policyReport = z.object({
  'csp-report': z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** Logs errors of browsers (client/entry.ts) and what the content security policy has blocked. */
export function createBrowserErrorRoutes(addresses: Addresses, log: Log): Router {
  const duration = LIMITS.windowSeconds;
  const perNetwork = new RateLimiterMemory({ points: LIMITS.reportsPerNetwork, duration });
  const together = new RateLimiterMemory({ points: LIMITS.reportsPerProcess, duration });

  async function limit(request: Request, response: Response, next: NextFunction): Promise<void> {
    const site = request.get('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin') return void response.status(403).end();
    try {
      // Clients over the limit are not counted: a flood of addresses takes no memory.
      const used = await together.get('all');
      if (used?.remainingPoints === 0) throw used;
      await perNetwork.consume(clientNetwork(request.ip));
      await together.consume('all');
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return void response.status(429).end();
    }
    next();
  }

  const router = express.Router();
  const readBody = express.text({ type: () => true, limit: LIMITS.maxBytes });
  router.post(BROWSER_ERROR_PATH, limit, readBody, (request, response) => {
    const body: unknown = request.body;
    const error = typeof body === 'string' ? readError(request, body) : null;
    if (error !== null) {
      const { page, ...fields } = error;
      const path = URL.canParse(page) ? addresses.pageAt(new URL(page).pathname)?.path : undefined;
      log.warn({ event: 'browser-error', ...fields, path });
    }
    response.status(204).end();
  });
  return router;
}

/** Null for errors of browser extensions. */
function readError(request: Request, body: string): BrowserError | null {
  if (/-extension:|webkit-masked-url/.test(body)) return null;
  if (/report|json/.test(request.get('content-type') ?? '')) return readPolicyReport(body);
  if (body === '') return null;
  return {
    state: 'script',
    page: request.get('referer') ?? '',
    file: scriptIn(body),
    // The message may quote what the visitor typed.
    cause: /^(?:Uncaught )?(\w{0,40}Error)\b/.exec(body)?.[1] ?? 'unknown',
  };
}

function readPolicyReport(body: string): BrowserError | null {
  const parsed = policyReport.safeParse(parseJson(body));
  if (!parsed.success) return null;
  const field = (name: string) => String(parsed.data['csp-report'][name] ?? '');
  const directive = field('effective-directive') || field('violated-directive');
  return {
    state: 'policy',
    page: field('document-uri'),
    file: scriptIn(field('source-file')),
    cause: `${/^[a-z-]+/.exec(directive)?.[0] ?? 'unknown'} ${blockedName(field('blocked-uri'))}`,
  };
}

/** Name of our own script, with line and column if the text has them. */
function scriptIn(text: string): string | undefined {
  return /\/assets\/[\w.-]+(?::\d+){0,2}/.exec(text)?.[0];
}

/** `inline`, `eval`, `data`, or the blocked origin. */
function blockedName(blocked: string): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked;
  const origin = URL.canParse(blocked) ? new URL(blocked).origin : 'null';
  return origin === 'null' ? 'other' : origin.slice(0, 100);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
