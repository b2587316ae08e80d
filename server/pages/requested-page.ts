import type { IncomingMessage } from 'node:http';
import type { Addresses } from '../../client/addresses.ts';
import type { PageAddress } from '../../client/routes.tsx';

const found = new WeakMap<IncomingMessage, PageAddress | undefined>();

/** The page of a request: looked up once, for the fast path and the page's route. */
export function requestedPage(
  request: IncomingMessage,
  path: string,
  { pageAt }: Pick<Addresses, 'pageAt'>,
): PageAddress | undefined {
  if (!found.has(request)) found.set(request, pageAt(path));
  return found.get(request);
}
