import { EnvHttpProxyAgent, request } from 'undici';
import type { Settings } from '../config.ts';
import { errorCode } from '../system-errors.ts';

const DEADLINE_MS = 10_000;

/**
 * Posts JSON to an address outside the provider, through the proxies of the settings.
 * @throws Error whose message says nothing of the address.
 */
export async function postJson(
  url: string,
  body: string,
  { http: httpProxy, https: httpsProxy, except: noProxy }: Settings['proxies'],
): Promise<void> {
  const dispatcher = new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy });
  let status: number;
  try {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    status = answer.statusCode;
    await answer.body.dump();
  } catch (error) {
    throw new Error(errorCode(error) ?? 'no answer', { cause: error });
  } finally {
    await dispatcher.destroy();
  }
  if (status < 200 || status > 299) throw new Error(`status ${status}`);
}
