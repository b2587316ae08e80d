import { describe, expect, test } from 'vitest';
import { createPdfScan, cvTooLarge, MAX_CV_BYTES } from '../shared/forms/cv.ts';
import { pdfBytes } from './harness/pdf.ts';

describe('a CV', () => {
  /** What a scan says of a file that comes in pieces of `size` bytes. */
  function isPdf(file: Buffer, size: number): boolean {
    const scan = createPdfScan();
    for (let at = 0; at < file.length; at += size) scan.add(file.subarray(at, at + size));
    expect(scan.isPdf() && scan.isRuledOut()).toBe(false);
    return scan.isPdf();
  }

  const pdf = pdfBytes(1_500);
  const cases: [what: string, file: Buffer, expected: boolean][] = [
    ['a plain PDF', pdf, true],
    ['a byte order mark before it', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]), true],
    ['1,024 bytes before it', Buffer.concat([Buffer.alloc(1_024, '%'), pdf]), true],
    ['1,025 bytes before it', Buffer.concat([Buffer.alloc(1_025, '%'), pdf]), false],
    ['padding after it', Buffer.concat([pdf, Buffer.alloc(9_000)]), true],
    ['its second half missing', pdf.subarray(0, 750), false],
    ['its first half missing', pdf.subarray(750), false],
    ['the end before the header', Buffer.from('%%EOF %PDF-1.7'), false],
    ['another kind', Buffer.from('PK\u0003\u0004 %PD F- %%EOF'), false],
    ['nothing', Buffer.alloc(0), false],
  ];
  test.each(cases)('R-208: %s, in pieces of any size', (_what, file, expected) => {
    for (const size of [1, 2, 3, 4, 5, 7, 64, 1_024, 1_029, 100_000])
      expect([size, isPdf(file, size)]).toEqual([size, expected]);
  });

  test('a file without a header is ruled out as soon as its beginning is known', () => {
    const scan = createPdfScan();
    scan.add(Buffer.alloc(1_028));
    expect(scan.isRuledOut()).toBe(false);
    scan.add(Buffer.alloc(1));
    expect(scan.isRuledOut()).toBe(true);
  });

  test('a file that is too large is told its size and the limit', () => {
    expect(cvTooLarge(MAX_CV_BYTES + 1)).toBe(
      'The file has 5.1 MB, the limit is 5 MB. Please choose a smaller one.',
    );
    expect(cvTooLarge(7_340_032)).toContain('has 7 MB');
    expect(cvTooLarge(null)).toBe('The file is larger than 5 MB. Please choose a smaller one.');
  });
});
