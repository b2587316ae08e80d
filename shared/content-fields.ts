import * as z from 'zod/mini';
import type { Day } from './dates.ts';
import { safeLink } from './links.ts';
import { parseDay } from './parse-day.ts';

/** The digits of E.164 at most. */
const PHONE = /^\+?(?:[ ()-]*\d){8,15}$/;
/** Helplines have three digits. */
const PHONE_LINK = /^tel:\+?(?:[ ()-]*\d){3,15}$/;

export function isAllowedLink(text: string): boolean {
  if (safeLink(text) === null) return false;
  if (text.startsWith('mailto:')) return z.regexes.email.test(text.slice(7).split('?')[0] ?? '');
  return !text.startsWith('tel:') || PHONE_LINK.test(text);
}

/** @param mustBe the error message, and the hint of editors. */
export function textThat(mustBe: string, test: RegExp | ((text: string) => boolean)) {
  const check = test instanceof RegExp ? z.regex(test, mustBe) : z.refine<string>(test, mustBe);
  return z.string().check(check, z.describe(mustBe));
}

export const line = z.string().check(z.trim(), z.minLength(1));

export const email = textThat(
  'must be an e-mail address such as office@school.example',
  z.regexes.email,
);
export const phone = textThat(
  'must be a telephone number such as +91-5692-000001: 8 to 15 digits, with spaces, hyphens and brackets between them',
  PHONE,
);
export const link = textThat(
  'must be a link: https://…, mailto: and an e-mail address, tel: and a telephone number, or a path of this site such as /Admission',
  isAllowedLink,
);
/** File names of the folder pictures, as phones and people write them, and of the folder files. */
export const PICTURE_NAME =
  /^[^/\\<>:"|?*]+\.(?:[sS][vV][gG]|[jJ][pP][eE]?[gG]|[jJ][fF][iI][fF]|[pP][nN][gG]|[wW][eE][bB][pP]|[aA][vV][iI][fF])$/;
export const PDF_NAME = /^[a-z0-9-]+\.pdf$/;

export const picture = textThat(
  'must be the name of a picture in the folder pictures, which ends in .svg, .jpg, .png, .webp or .avif',
  PICTURE_NAME,
);
export const pdf = textThat(
  'must be the name of a PDF in the folder files: small letters, digits and hyphens, then .pdf',
  PDF_NAME,
);

/** The positions that client/parts/Picture.tsx has styles for. */
export const focus = z.optional(
  textThat(
    'must be two of 0%, 25%, 50%, 75% and 100%, from the left and from the top, such as 75% 100%: what stays in sight where the picture is cut',
    /^(?:0|25|50|75|100)% (?:0|25|50|75|100)%$/,
  ),
);

/** Marks values that are invented; `npm run check:public` names them until the mark is removed. */
export const sample = z.optional(
  z
    .literal(true)
    .check(z.describe('the values beside it are invented: remove it with the last of them')),
);

/** A `Day` of dates.ts. */
export const day = textThat(
  'must be a day that exists, as year, month and day: 2026-11-24',
  (text) => parseDay(text) === text,
);

/** Both days belong to them; one day has no `to`. */
export type Days = { from: Day; to?: Day | undefined };

export function includesDay({ from, to = from }: Days, wanted: Day): boolean {
  return from <= wanted && wanted <= to;
}
