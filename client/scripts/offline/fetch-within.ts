/** A fetch, its answer's body included, that gives up after so long. `AbortSignal.timeout` is missing in Safari 15. */
export function fetchWithin(ms: number, url: string, request: RequestInit): Promise<Response> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return fetch(url, { ...request, signal: controller.signal });
}
