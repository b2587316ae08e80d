import { request } from 'undici';
import { responseTimeMs } from '../../clock-comparison.ts';
import type { Settings } from '../../config.ts';
import { createProviderAgent } from '../../provider/http-provider.ts';
import { PROVIDER_LIMITS } from '../../provider/provider-limits.ts';
import { errorCode } from '../../system-errors.ts';
import { parseLine } from '../../../shared/provider-text.ts';

/** A response of any status, or an error code. */
export type Probe = FoundResponse | { code: string };

type FoundResponse = {
  status: number;
  location: string;
  /** By the server's clock; null where it says none. */
  timeMs: number | null;
  sentMs: number;
  receivedMs: number;
  /** The name that the server or a proxy gives itself. */
  server: string;
  text: string;
};

/** One GET without following redirects, through proxies as the site calls its provider. Never rejects. */
export async function probe(
  url: string,
  { proxies }: Partial<Pick<Settings, 'proxies'>> = {},
): Promise<Probe> {
  const { connectMs, listMs } = PROVIDER_LIMITS;
  const dispatcher = proxies && createProviderAgent(proxies, { connections: 1, connectMs });
  const sentMs = Date.now();
  try {
    const { statusCode, headers, body } = await request(url, {
      ...(dispatcher === undefined ? {} : { dispatcher }),
      headers: { accept: 'application/json, text/html;q=0.5' },
      signal: AbortSignal.timeout(listMs),
    });
    return {
      status: statusCode,
      location: parseLine(headers['location']),
      timeMs: responseTimeMs(parseLine(headers['date']), parseLine(headers['age'])),
      sentMs,
      receivedMs: Date.now(),
      server: parseLine(headers['server'] ?? headers['via']).slice(0, 60),
      text: await body.text(),
    };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { code: isLate ? 'ETIMEDOUT' : (errorCode(error) ?? 'unknown') };
  } finally {
    await dispatcher?.destroy();
  }
}
