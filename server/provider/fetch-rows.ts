import { PROVIDER_LISTS } from '../../shared/provider-lists.ts';
import type { HeldList } from './named-files.ts';
import { parseRows, type ParsedRows } from './parse-rows.ts';
import { ProviderError, type CallOptions, type Provider } from './provider.ts';

/** Asks the provider for a list. An id that it does not know has no rows. @throws ProviderError */
export async function fetchRows(
  { name, id }: HeldList,
  options: { provider: Provider; schoolCode: string; requestId?: string },
): Promise<ParsedRows> {
  const { provider, schoolCode, ...request } = options;
  const { path, withToken } = PROVIDER_LISTS[name];
  const call = { withToken, ...request };
  const target = path(schoolCode, id);
  const answer = await (id === ''
    ? provider.getJson(target, call)
    : getItem(target, { provider, call }));
  const parsed = parseRows(name, answer, provider.base);
  if (parsed === null) throw new ProviderError('shape');
  return parsed;
}

async function getItem(
  target: string,
  { provider, call }: { provider: Provider; call: CallOptions },
): Promise<unknown> {
  try {
    return await provider.getJson(target, call);
  } catch (error) {
    // An id that makes no address at the provider cannot be one of its ids either.
    const isUnknown =
      error instanceof ProviderError && (error.status === 404 || error.fault === 'refused-path');
    if (!isUnknown) throw error;
    return [];
  }
}
