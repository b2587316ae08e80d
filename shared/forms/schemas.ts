import * as z from 'zod/mini';

/** Longest values, in characters. Ours: SPEC §5 names none but the telephone's. */
export const MAX_LENGTH = {
  short: 100,
  /** RFC 5321: 254 with both angle brackets left out. */
  email: 254,
  /** As many digits as the field takes (SPEC §5); the check on submit allows for a country code. */
  phone: 20,
  message: 5_000,
} as const;

/** SPEC §5: the telephone fields take no more than this. */
export const PHONE_DIGITS = 10;

/** Controls but tab and line end, and halves of surrogate pairs: no keyboard makes them. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Surrogate}]/u;
const LINE_ENDS = /\r\n?/g;

/** A field that must hold something other than spaces; SPEC §5 gives each its own words. */
function required(message: string, maxLength: number = MAX_LENGTH.short) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.replace(LINE_ENDS, '\n').trim()),
    ),
    z.string().check(
      z.minLength(1, { error: message, abort: true }),
      z.maxLength(maxLength, { error: `Please use at most ${maxLength} characters.`, abort: true }),
      z.refine((text) => !UNPRINTABLE.test(text), {
        error: 'Please remove the characters that cannot be printed.',
        abort: true,
      }),
    ),
  );
}

export const getInTouchSchema = z.object({
  name: required('Name is required.'),
  email: required('Email is required', MAX_LENGTH.email).check(
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Email is invalid'),
  ),
  phone: required('Phone number is required').check(
    z.regex(/^[0-9]{10}$/, 'Phone number must be 10 digits'),
  ),
  message: required('Message is required.', MAX_LENGTH.message),
});

export const careerSchema = z.object({
  name: required('Name is required.'),
  subject: required('Teaching Subject is required.'),
  phone: required('Contact Number is required.', MAX_LENGTH.phone),
  mailType: required('Post Applied  is required.'),
  experience: required('Total Exp is required.'),
});

/** Values and labels of the class list (SPEC §3). */
export const CLASS_OPTIONS: readonly { value: string; label: string }[] = [
  { value: 'nursery', label: 'Nursery' },
  { value: 'lkg', label: 'LKG' },
  { value: 'ukg', label: 'UKG' },
  ...['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'].map(
    (roman, index) => ({
      value: String(index + 1),
      label: `Class ${roman}`,
    }),
  ),
];

const SELECT_CLASS = 'Please select a class.';

export const admissionSchema = z.object({
  name: required('Name is required.'),
  fatherName: required("Father's Name is required."),
  phone: required('Phone Number is required.', MAX_LENGTH.phone),
  school1: required('School Name is required.'),
  phone1: required('Phone Number is required.', MAX_LENGTH.phone),
  class: required(SELECT_CLASS).check(
    z.refine((value) => CLASS_OPTIONS.some((option) => option.value === value), SELECT_CLASS),
  ),
});

const FILL_IN = 'Please fill in all fields';

export const certificateSchema = z.object({
  admission: required(FILL_IN),
  name: required(FILL_IN),
});
