type DecodedText = {
  text: string;
  /** `other`: an old encoding of one byte a character, such as Windows-1252; the text is then incomplete. */
  encoding: 'UTF-8' | 'UTF-16' | 'other';
};

/** UTF-8 that was read as an encoding of one byte a character, and saved so: `à¤¦à¥€`, `â€™`, `Ã©`. */
export const WRONGLY_DECODED = /à[¤¥]|Ã[\u0080-\u00bf]|â[€‚\u0080-\u009f]|Â[\u00a0-\u00bf]/;

/** Reads UTF-8 and UTF-16, with a byte order mark or without. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Name(bytes);
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder().decode(bytes), encoding: 'other' };
  }
}

/** Bytes that are looked at for a text without a byte order mark. */
const SAMPLE_BYTES = 512;

function utf16Name(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Line ends, blanks and digits have one zero byte in each language.
  const zeros = [0, 0];
  bytes.subarray(0, SAMPLE_BYTES).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > 0 && even === 0) return 'utf-16le';
  return even > 0 && odd === 0 ? 'utf-16be' : null;
}
