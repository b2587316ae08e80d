import * as z from 'zod/mini';
import { hasDigits, PHONE_NOT_DIGITS, readPhone } from './phone.ts';
import { toAsciiDigits } from '../digits.ts';
import { cleanLine, cleanText, isImpossible, type Message } from './text.ts';

/** Longest values, in UTF-16 units. Ours: the specification names none. */
export const MAX_LENGTH = {
  line: 100,
  /** RFC 5321: 254 with both angle brackets left out. */
  email: 254,
  message: 5_000,
};

/** The error of a body that is too long to be read as a form. */
export const TEXT_TOO_LONG: Message = {
  text: 'What you wrote is too long to be sent. A message may have {count} characters.',
  values: { count: MAX_LENGTH.message.toLocaleString('en') },
};

/** The error of zod's code `too_big`; `count` is its maximum. */
export const FIELD_TOO_LONG = 'Please use at most {count} characters.';

/** @param missing the error of an empty field, which holds nothing to read; null if it may be empty. */
function field(missing: string | null, { clean = cleanLine, maxLength = MAX_LENGTH.line } = {}) {
  return z.string().check(
    z.overwrite(clean),
    z.minLength(missing === null ? 0 : 1, { error: missing ?? '', abort: true }),
    z.maxLength(maxLength, { error: FIELD_TOO_LONG, abort: true }),
    z.refine((text) => !isImpossible(text), {
      error: 'Please remove the characters that cannot be printed.',
      abort: true,
    }),
  );
}

/** A telephone number is sent as its ten digits if it can be read as such, else as it was typed. */
function cleanPhone(text: string): string {
  return readPhone(text) ?? cleanLine(text);
}

export const getInTouchSchema = z.object({
  name: field('Name is required.'),
  email: field('Email is required', { maxLength: MAX_LENGTH.email }).check(
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Email is invalid'),
  ),
  phone: field('Phone number is required', { clean: cleanPhone, maxLength: Infinity }).check(
    z.regex(/^[0-9]{10}$/, 'Phone number must be 10 digits'),
  ),
  message: field('Message is required.', { clean: cleanText, maxLength: MAX_LENGTH.message }),
});

export const careerSchema = z.object({
  name: field('Name is required.'),
  subject: field('Teaching Subject is required.'),
  phone: field('Contact Number is required.', { clean: cleanPhone }).check(
    z.refine(hasDigits, PHONE_NOT_DIGITS),
  ),
  mailType: field('Post Applied  is required.'),
  experience: field('Total Exp is required.'),
});

/** Values and labels of the class list. */
export const CLASS_OPTIONS: readonly { value: string; label: string }[] = [
  { value: 'nursery', label: 'Nursery' },
  { value: 'lkg', label: 'LKG' },
  { value: 'ukg', label: 'UKG' },
  ...[
    'Class I',
    'Class II',
    'Class III',
    'Class IV',
    'Class V',
    'Class VI',
    'Class VII',
    'Class VIII',
    'Class IX',
    'Class X',
    'Class XI',
    'Class XII',
  ].map((label, index) => ({ value: String(index + 1), label })),
];

const SELECT_CLASS = 'Please select a class.';

export const admissionSchema = z.object({
  name: field('Name is required.'),
  fatherName: field("Father's Name is required."),
  phone: field('Phone Number is required.', { clean: cleanPhone }),
  school1: field('School Name is required.'),
  phone1: field('Phone Number is required.', { clean: cleanPhone }),
  class: field(SELECT_CLASS).check(
    z.refine((value) => CLASS_OPTIONS.some((option) => option.value === value), SELECT_CLASS),
  ),
});

const FILL_IN = 'Please fill in all fields';

/** What is looked up must be equal to what the office has typed: plain digits, one plain space. */
function cleanLookUp(text: string): string {
  return cleanLine(toAsciiDigits(text)).replace(/\s+/g, ' ');
}

/** It has no letters that joiners shape, so nothing invisible stays. */
function cleanNumber(text: string): string {
  return cleanLookUp(text.replace(/\p{Cf}/gu, ''));
}

export const certificateSchema = z.object({
  admission: field(FILL_IN, { clean: cleanNumber }),
  name: field(FILL_IN, { clean: cleanLookUp }),
});
