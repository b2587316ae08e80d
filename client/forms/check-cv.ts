import {
  CV_HEADER_BYTES,
  CV_MISSING,
  CV_NOT_PDF,
  isPdfName,
  MAX_CV_BYTES,
  startsLikePdf,
} from '../../shared/forms/cv.ts';

/** SPEC §5's message for a chosen file, or null for a PDF that may be sent. The server looks again. */
export async function checkCv(file: File | null): Promise<string | null> {
  if (file === null || (file.name === '' && file.size === 0)) return CV_MISSING;
  if (!isPdfName(file.name)) return CV_NOT_PDF;
  if (file.size > MAX_CV_BYTES) return CV_MISSING;
  try {
    const head = new Uint8Array(await file.slice(0, CV_HEADER_BYTES).arrayBuffer());
    return startsLikePdf(head) ? null : CV_NOT_PDF;
  } catch {
    // Moved or deleted since it was chosen.
    return CV_MISSING;
  }
}
