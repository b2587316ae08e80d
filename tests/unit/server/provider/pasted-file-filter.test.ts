import { expect, test } from 'vitest';
import { createPastedFileFilter } from '../../../../server/provider/pasted-file-filter.ts';

/** What the filter leaves of some JSON that comes in chunks of a size. */
function filtered(json: string, size: number): unknown {
  const filter = createPastedFileFilter();
  const bytes = Buffer.from(json);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    filter(bytes.subarray(at * size, (at + 1) * size)),
  );
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** .NET escapes the signs of HTML, and the plus. */
function escapedAsNet(json: string): string {
  return json
    .replaceAll('\\"', '\\u0022')
    .replace(/[<>&'+]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

test.each([1, 2, 7, 1_000, 100_000])(
  'of a file in a text only its beginning stays, in chunks of %i bytes',
  (size) => {
    for (const data of [
      'A/b+'.repeat(1_000),
      'AA\r\n'.repeat(1_000),
      'x'.repeat(511) + '/'.repeat(9),
    ])
      for (const text of [
        `<img src="data:image/png;base64,${data}"> After "this" \\ and base64, too`,
        `data:image/png;base64,${data}`,
      ]) {
        const rows = [{ text, other: 'नमस्ते' }, { text: 'Plain, base64 and base64,' }];
        const plain = JSON.stringify(rows);
        for (const json of [plain, plain.replaceAll('/', '\\/'), escapedAsNet(plain)]) {
          const [first, second] = filtered(json, size) as typeof rows;
          expect(first?.other).toBe('नमस्ते');
          expect(second).toEqual(rows[1]);
          expect(first?.text.length).toBeLessThan(700);
          expect(first?.text.replace(/base64,[^" ]*/, 'base64,')).toBe(text.replace(data, ''));
        }
      }
  },
);
