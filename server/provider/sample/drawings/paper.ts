import type { DocumentPart } from '../documents.ts';

/** What every paper says first. */
export const SAMPLE: DocumentPart = {
  kind: 'text',
  text: "This is a sample. It holds the place of the school's own signed and stamped document, has no validity, and is to be replaced before the website is published.",
};

/** The title and the parts of one committed PDF. */
export type Paper = { readonly title: string; readonly parts: readonly DocumentPart[] };

/** A certificate: a sentence on what it attests, and the particulars that the original carries. */
export function certificate(
  title: string,
  attests: string,
  issuer: string,
  particulars: readonly (readonly [string, string])[] = [],
): Paper {
  const rows = [
    ['Particulars', 'Entry'],
    ['School', 'Gangotri International School'],
    ['Issued by', issuer],
    ...particulars,
    ['Reference number', 'to be entered'],
    ['Date of issue', 'to be entered'],
    ['Valid until', 'to be entered'],
  ];
  return {
    title,
    parts: [
      SAMPLE,
      { kind: 'text', text: attests },
      { kind: 'table', shares: [2, 3], rows },
      { kind: 'text', text: 'Signature and seal of the issuing authority stand on the original.' },
    ],
  };
}

/** Sections of a heading and a table below one introduction. */
export function tables(
  title: string,
  introduction: string,
  ...sections: readonly (readonly [
    heading: string,
    shares: readonly number[],
    rows: readonly (readonly string[])[],
  ])[]
): Paper {
  return {
    title,
    parts: [
      SAMPLE,
      { kind: 'text', text: introduction },
      ...sections.flatMap(([text, shares, rows]): DocumentPart[] => [
        { kind: 'heading', text },
        { kind: 'table', shares, rows },
      ]),
    ],
  };
}

/** A committee's members as table rows. */
export const committee = (
  others: readonly (readonly string[])[],
): readonly (readonly string[])[] => [['No.', 'Member', 'Part in the committee'], ...others];
