import * as fc from 'fast-check';

/** Texts of records: any, and made of what readers of texts, dates, files and links look for. */
export const providerTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...'FARRUKHABAD| nekpur |News|Student|PhotoGallery|Principal|Annual'.split('|'),
          ...'<p>|</p>|<br>|<script>|</script>|<!--|-->|&amp;|&lt;|&#0;'.split('|'),
          ...(
            '2026-03-05|05/03/2026|T10:00:00Z|+05:30|1772692200000|31| Feb |' +
            '/api/image/|img.jpeg|../|..|/|\\|%2e%2e|%|?|#|:|@'
          ).split('|'),
          ...(
            'https://|http://|//|javascript:|data:|www.|example.org|mailto:|[|]|{|"|' +
            'क्ष|\u0000|\u202e|\ud800|\ufeff|\u2028| |\n'
          ).split('|'),
          ...'platform.example.org|/v2|__proto__|constructor'.split('|'),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join('')),
  },
);

/** Any JSON, as a parser gives it, in whatever fields records have. */
export function anyJson(keys: readonly string[]): fc.Arbitrary<unknown> {
  return fc
    .anything({
      key: fc.constantFrom(...keys, '__proto__', 'constructor'),
      values: [providerTexts, fc.double(), fc.integer(), fc.constantFrom(null, true, false)],
      maxDepth: 7,
      maxKeys: 8,
      depthSize: 'max',
    })
    .map(asJson);
}

/** As it comes over the wire: what JSON has no word for is not in it. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : JSON.parse(text);
}
