import {
  CV_MISSING,
  CV_NOT_PDF,
  CV_UNREADABLE,
  cvTooLarge,
  isPdfName,
  MAX_CV_BYTES,
  pdfStateOf,
} from '../../shared/forms/cv.ts';
import type { Message } from '../../shared/forms/text.ts';

/** The error of a file, or null. The server checks again. */
export async function checkCv(file: File | null): Promise<Message | null> {
  if (file === null || (file.name === '' && file.size === 0)) return CV_MISSING;
  if (!isPdfName(file.name)) return CV_NOT_PDF;
  if (file.size > MAX_CV_BYTES) return cvTooLarge(file.size);
  try {
    const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
    return pdfStateOf(text) === 'complete' ? null : CV_NOT_PDF;
  } catch {
    // Moved or deleted since it was chosen.
    return CV_UNREADABLE;
  }
}
