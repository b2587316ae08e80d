/** Bytes of a file that stay, for the reader to see what it was. */
const KEPT_BYTES = 512;
/** What is before the base64 of a data URL. */
const MARKER = Buffer.from('base64,');

/** Base64, also in an address, with the slashes and the line ends of JSON as their second letters. */
const IS_BASE64 = new Uint8Array(256);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=%\\')
  IS_BASE64[sign.charCodeAt(0)] = 1;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/**
 * Returns a function that takes the chunks of a JSON response and returns them without the files that a text holds as
 * base64, but for their beginnings: what an editor pastes into a text does not count for the size of a list.
 */
export function createPastedFileFilter(): (chunk: Uint8Array) => Uint8Array {
  let matched = 0;
  let length = 0;
  let isInside = false;
  let isEscaped = false;
  return (chunk) => {
    const kept = new Uint8Array(chunk.length + 1);
    let size = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      // The quotation mark of an attribute: its backslash belongs to it.
      if (isInside && isEscaped && byte === QUOTE && length > KEPT_BYTES) kept[size++] = BACKSLASH;
      isInside &&= IS_BASE64[byte] === 1;
      if (isInside) {
        length += 1;
        // No escape is cut in two.
        if (length === KEPT_BYTES + 1 && isEscaped) length -= 1;
      }
      isEscaped = isInside && byte === BACKSLASH && !isEscaped;
      if (isInside && length > KEPT_BYTES) continue;
      kept[size++] = byte;
      matched = byte === MARKER[matched] ? matched + 1 : byte === MARKER[0] ? 1 : 0;
      if (matched === MARKER.length) [matched, length, isInside] = [0, 0, true];
    }
    return kept.subarray(0, size);
  };
}
