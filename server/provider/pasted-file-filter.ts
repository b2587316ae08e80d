/** Signs of a file that stay, for the reader to see what it was. */
const KEPT_SIGNS = 512;
/** A sign of base64, also in an address, or a line end, as JSON may write it: PHP `\/`, .NET `\u002B`. */
const SIGN = String.raw`(?:[A-Za-z\d+/=%]|\\(?:[nr/]|u00(?:0[adAD]|2[bfBF]|3[dD])))`;
const FILE = new RegExp(`(base64,${SIGN}{${KEPT_SIGNS}})${SIGN}+`, 'g');

/** What the next chunk may go on with: the word before a file, its signs, an escape. */
const OPEN = new RegExp(
  String.raw`(?:base64,${SIGN}*|b(?:a(?:s(?:e(?:64?)?)?)?)?)?(?:\\(?:u[\da-fA-F]{0,3})?)?$`,
);
/** Bytes; a sign has six at most. */
const MAX_OPEN = 7 * KEPT_SIGNS;

/**
 * Returns a function that takes the chunks of a JSON response and returns them without the files that a text holds as
 * base64, but for their beginnings: what an editor pastes into a text does not count for the size of a list.
 */
export function createPastedFileFilter(): (chunk: Uint8Array) => Uint8Array {
  let open = '';
  return (chunk) => {
    const text = (open + Buffer.from(chunk).toString('latin1')).replace(FILE, '$1');
    open = OPEN.exec(text.slice(-MAX_OPEN))?.[0] ?? '';
    return Buffer.from(text.slice(0, text.length - open.length), 'latin1');
  };
}
