import { FormError } from './form-error.ts';
import type { FormErrors } from '../../shared/forms.ts';
import { CV_FIELD, CV_MISSING, CV_NOT_ONE, CV_NOT_PDF, cvTooLarge } from '../../shared/forms/cv.ts';

/** The visitor's messages by the causes of the log. */
const MESSAGES = {
  'cv-missing': () => CV_MISSING,
  'cv-not-one': () => CV_NOT_ONE,
  'cv-too-large': cvTooLarge,
  'cv-empty': () => CV_NOT_PDF,
  'cv-not-pdf': () => CV_NOT_PDF,
  'cv-truncated': () => CV_NOT_PDF,
};

export type CvCause = keyof typeof MESSAGES;

/**
 * 413 for size, 422 for all else, with the other fields' errors beside the CV's.
 * @param bytes size of the file; null when it was not read to its end
 */
export function cvError(
  cause: CvCause,
  bytes: number | null = null,
  errors: FormErrors = {},
): FormError {
  const details = { errors: { ...errors, [CV_FIELD]: MESSAGES[cause](bytes) }, logCause: cause };
  return cause === 'cv-too-large'
    ? new FormError(413, 'too-large', details)
    : new FormError(422, 'invalid', details);
}
