import { crest } from './emblems.ts';
import { escapeXml, svg, svgDocument, type Size } from './markup.ts';
import { palette } from './palette.ts';

/** What a transfer certificate says. Any text is safe. */
export type CertificateEntry = {
  readonly name: string;
  readonly admission: string;
  readonly school?: string;
  readonly className?: string;
  readonly issued?: string;
};

/** A4 upright at 150 dots per inch. */
const view: Size = { width: 1240, height: 1754 };
const MAX_ENTRY_LETTERS = 36;
const FONT = 'font-family="DejaVu Sans, Noto Sans, Arial, Helvetica, sans-serif"';

/** A sample transfer certificate as SVG, 1240 × 1754: letterhead, thirteen rows, seal and signature line. Long entries are cut to 36 letters. */
export function drawCertificate(entry: CertificateEntry): string {
  const rows = [
    ['Admission number', entry.admission],
    ['Name of the student', entry.name],
    ['Nationality', 'Indian'],
    ['Class last studied', entry.className ?? 'VIII'],
    ['Result of the last examination', 'Promoted'],
    ['Subjects studied', 'English, Hindi, Maths, Science'],
    ['Working days and attendance', '214 and 203'],
    ['Dues paid', 'Yes, up to March'],
    ['Games and activities', 'Kabaddi, choir'],
    ['General conduct', 'Good'],
    ['Reason for leaving', 'Parents have moved'],
    ['Date of issue', entry.issued ?? '31-03-2026'],
    ['Remarks', 'Sample, not valid'],
  ] as const;
  const table = rows.map(
    ([label, value], index) =>
      svg`${index % 2 ? '' : svg`<path d="M110 ${548 + index * 66}H1130V${614 + index * 66}H110Z" fill="#f4f2fa"/>`}<text x="134" y="${590 + index * 66}" font-size="23" fill="#55547a">${String(index + 1)}.  ${label}</text><text x="560" y="${590 + index * 66}" font-size="23" font-weight="bold" fill="${palette.ink}">${escapeXml(shorten(value))}</text>`,
  );
  const body = svg`<rect width="1240" height="1754" fill="#fffdf8"/><rect x="44" y="44" width="1152" height="1666" fill="none" stroke="${palette.indigo}" stroke-width="7"/><rect x="60" y="60" width="1120" height="1634" fill="none" stroke="${palette.marigold}" stroke-width="3"/><g opacity=".05" transform="translate(320 620) scale(2.5)">${crest()}</g><g transform="translate(110 110) scale(.78)">${crest()}</g><g ${FONT}><text x="330" y="200" font-size="44" font-weight="bold" fill="${palette.indigo}">${escapeXml(shorten(entry.school ?? 'Gangotri International School'))}</text><text x="330" y="250" font-size="25" fill="#55547a">Farrukhabad, Uttar Pradesh</text><path d="M110 370H1130" stroke="${palette.marigold}" stroke-width="5"/><text x="620" y="470" font-size="46" font-weight="bold" text-anchor="middle" fill="${palette.terracottaDeep}">TRANSFER CERTIFICATE</text>${table}<path d="M110 548H1130V1406H110Z" fill="none" stroke="${palette.indigoSoft}" stroke-width="2"/><path d="M540 548V1406" stroke="${palette.indigoSoft}" stroke-width="2"/><circle cx="270" cy="1540" r="92" fill="none" stroke="${palette.indigoMid}" stroke-width="6" opacity=".7"/><circle cx="270" cy="1540" r="74" fill="none" stroke="${palette.indigoMid}" stroke-width="3" opacity=".7"/><path d="M236 1536a34 34 0 0 1 68 0ZM270 1556q-26 -14 -48 -8v34q24 -6 48 10q24 -16 48 -10v-34q-22 -6 -48 8Z" fill="${palette.indigoMid}" opacity=".7"/><path d="M760 1560C800 1480 820 1600 850 1530S890 1580 920 1520S960 1580 1010 1530" fill="none" stroke="${palette.indigo}" stroke-width="5"/><path d="M720 1590H1080" stroke="${palette.ink}" stroke-width="2"/><text x="900" y="1630" font-size="25" text-anchor="middle" fill="${palette.ink}">Principal</text></g>`;
  return svgDocument(view, view, body);
}

function shorten(text: string): string {
  const letters = Array.from(text);
  return letters.length > MAX_ENTRY_LETTERS
    ? `${letters.slice(0, MAX_ENTRY_LETTERS - 1).join('')}…`
    : text;
}
