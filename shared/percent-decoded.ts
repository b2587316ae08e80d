/** The text that a part of an address stands for; null where its percent-encoding is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
