/** Aborts the fetch and its body after `ms`. Safari 15 lacks `AbortSignal.timeout`. */
export function fetchWithin(ms: number, url: string, request: RequestInit): Promise<Response> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return fetch(url, { ...request, signal: controller.signal });
}
