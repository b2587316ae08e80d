import type { Dispatcher } from 'undici';
import { parseAnswer, throwIfFailure } from './post-answer.ts';
import { ProviderError } from './provider.ts';

/**
 * The JSON of a 2xx answer to a call for a list or an album. Its media type does not matter, as platforms
 * label JSON text/html or not at all, but HTML is never JSON. An envelope (an object around `data`) that
 * says failure is one, also around an empty list: what the school has published must not vanish because a
 * token has expired.
 * @throws ProviderError `content-type` for HTML and other text, `invalid-json` for nothing and for JSON
 * that is torn, `status` or `said-failure` for an envelope that says failure.
 */
export function parseListAnswer(
  bytes: Buffer,
  answer: Pick<Dispatcher.ResponseData, 'headers' | 'statusCode'>,
): unknown {
  const json = parseAnswer(bytes, answer);
  if (json === null) throw new ProviderError('invalid-json');
  if (typeof json === 'object' && 'data' in json) throwIfFailure(json, answer.statusCode);
  return json;
}
