import type { Message } from './text.ts';

const BYTES_PER_MB = 1024 * 1024;

export const MAX_CV_BYTES = 5 * BYTES_PER_MB;

/** The same for people. */
export const CV_LIMIT = `${MAX_CV_BYTES / BYTES_PER_MB} MB`;

/** The one file field of a form: the CV of an application. */
export const CV_FIELD = 'attachments';

/** */
export const CV_MISSING = 'Please upload CV (  PDF).';
/** */
export const CV_NOT_PDF = 'Invalid file type. Only PDF are allowed.';
export const CV_NOT_ONE = 'Please choose one file only.';
export const CV_UNREADABLE = 'This file cannot be read. Please choose it again.';

/** What a browser's file picker offers. */
export const CV_ACCEPT = '.pdf,application/pdf';

/** The error for a CV of `bytes`, or of an unknown size, when the file was not read to its end. */
export function cvTooLarge(bytes: number | null): Message {
  const limit = CV_LIMIT;
  if (bytes === null) {
    const text = 'This file is larger than {limit}. Please choose a smaller one.';
    return { text, values: { limit } };
  }
  // Rounded up, as 5 MB and a byte must not read as 5 MB.
  const size = `${Math.ceil((bytes / BYTES_PER_MB) * 10) / 10} MB`;
  const text = 'This file is {size}. The limit is {limit}. Please choose a smaller one.';
  return { text, values: { size, limit } };
}

export function isPdfName(name: string): boolean {
  return name.toLowerCase().endsWith('.pdf');
}

/** What a PDF has, in this order: ISO 32000-1 §7.5.2, §7.3.10 and §7.5.5. */
const MARKERS = ['%PDF-', ' obj', '%%EOF'];
/** Of the longest marker. */
const MARKER_BYTES = 5;
/** What may stand before the header, in bytes: readers look this far (ISO 32000-1, Annex H). */
const MAX_BYTES_BEFORE_HEADER = 1_024;

/**
 * Recognises a PDF whose bytes come piece by piece. It has its header within the first bytes, an object and an end
 * marker somewhere after it. Mail programs and scanners put a byte order mark, a line end or their own lines before
 * the header, and padding, signatures or a page's HTML after the end; every reader opens such files.
 */
export function createPdfScan() {
  // One character for each byte.
  const decoder = new TextDecoder('latin1');
  /** Bytes before `carried`. */
  let passed = 0;
  /** The last bytes, in which a marker may have begun. */
  let carried = '';
  /** Markers found so far. */
  let found = 0;
  let isRuledOut = false;

  return {
    add(bytes: Uint8Array): void {
      const piece = carried + decoder.decode(bytes);
      let from = 0;
      for (let marker = MARKERS[found]; marker !== undefined; marker = MARKERS[found]) {
        const at = piece.indexOf(marker, from);
        // Without the header, the least place that it may still have.
        const place = passed + (at < 0 ? piece.length - MARKER_BYTES + 1 : at);
        isRuledOut = found === 0 && place > MAX_BYTES_BEFORE_HEADER;
        if (at < 0 || isRuledOut) break;
        found += 1;
        from = at + marker.length;
      }
      const end = Math.max(from, piece.length - MARKER_BYTES + 1);
      passed += end;
      carried = piece.slice(end);
    },
    /** Whether what came so far rules a PDF out, whatever follows. */
    isRuledOut: () => isRuledOut,
    /** Whether the file begins as a PDF, of which the rest may be missing. */
    hasHeader: () => found > 0,
    /** Whether the file is a PDF, if nothing follows. */
    isPdf: () => found === MARKERS.length,
  };
}
