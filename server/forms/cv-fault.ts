import { FormError } from './form-error.ts';
import { CV_FIELD, CV_MISSING, CV_NOT_ONE, CV_NOT_PDF, cvTooLarge } from '../../shared/forms/cv.ts';

/** What can be wrong with a CV, in the words of the log. */
export type CvCause =
  | 'cv-missing'
  | 'cv-not-one'
  | 'cv-too-large'
  | 'cv-wrong-name'
  | 'cv-empty'
  | 'cv-not-pdf'
  | 'cv-truncated';

export type CvFault = {
  logCause: CvCause;
  /** The visitor's words for it. */
  message: string;
};

/** `bytes` is the size of the file, null when nobody read it to its end. */
export function cvFault(logCause: CvCause, bytes: number | null = null): CvFault {
  switch (logCause) {
    case 'cv-missing':
      return { logCause, message: CV_MISSING };
    case 'cv-not-one':
      return { logCause, message: CV_NOT_ONE };
    case 'cv-too-large':
      return { logCause, message: cvTooLarge(bytes) };
    default:
      return { logCause, message: CV_NOT_PDF };
  }
}

/** 413 for size, 422 for all else, with the other fields' errors beside the CV's. */
export function cvError(
  { logCause, message }: CvFault,
  errors: Readonly<Record<string, string>> = {},
): FormError {
  const all = { ...errors, [CV_FIELD]: message };
  return logCause === 'cv-too-large'
    ? new FormError(413, 'too-large', { errors: all, logCause })
    : new FormError(422, 'invalid', { errors: all, logCause });
}
