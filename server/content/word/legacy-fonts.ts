import { descendants, lineOf, type WordNode } from './word-nodes.ts';

/** Fonts that draw Hindi for Latin letters: without the font, "fo|ky;" is not "विद्यालय". */
const LEGACY_FONT =
  /^(?:kruti ?dev|dev ?lys|walkman[- ]chanakya|chanakya|shusha|shivaji|a?kruti|ajay|agra|bhaskar|richa|hemant|dv-?tt|aps-dv|4cgandhi|narad|amarujala|naidunia)/i;
const RUN_FONT = /<w:rFonts\b[^>]*\bw:(?:ascii|hAnsi)="([^"]*)"/;
const STYLE = /<w:style\b[^>]*>[\s\S]*?<\/w:style>/g;

/** Words in fonts for Hindi from before Unicode, of each font one example. */
export function legacyFontWords(
  document: WordNode,
  styles: string,
): { font: string; words: string }[] {
  const found = new Map<string, string>();
  const fontOfStyle = readStyleFonts(styles);
  for (const paragraph of descendants(document).filter(({ type }) => type === 'paragraph'))
    for (const run of descendants(paragraph).filter(({ type }) => type === 'run')) {
      const font = run.font ?? fontOfStyle(run.styleId) ?? fontOfStyle(paragraph.styleId) ?? '';
      const words = lineOf(run);
      if (LEGACY_FONT.test(font) && /[A-Za-z]/.test(words) && !found.has(font))
        found.set(font, words);
    }
  return [...found].map(([font, words]) => ({ font, words }));
}

/** A style without a font has that of the style that it is based on; a text without a style has the default's. */
function readStyleFonts(xml: string) {
  const styles = new Map<string, { font: string | undefined; basedOn: string | undefined }>();
  let normal = '';
  for (const [style] of xml.matchAll(STYLE)) {
    const id = attribute(style, 'styleId') ?? '';
    styles.set(id, {
      font: RUN_FONT.exec(style)?.[1],
      basedOn: /<w:basedOn\b[^>]*\bw:val="([^"]*)"/.exec(style)?.[1],
    });
    if (attribute(style, 'default') === '1' && attribute(style, 'type') === 'paragraph')
      normal = id;
  }
  const defaults = /<w:rPrDefault>[\s\S]*?<\/w:rPrDefault>/.exec(xml)?.[0] ?? '';
  return (styleId: string | null | undefined): string | undefined => {
    let id: string | undefined = styleId ?? normal;
    // Styles may be based on one another in a circle.
    for (let depth = 0; id !== undefined && depth < styles.size; depth += 1) {
      const style = styles.get(id);
      if (style?.font !== undefined) return style.font;
      id = style?.basedOn;
    }
    return RUN_FONT.exec(defaults)?.[1];
  };
}

function attribute(style: string, name: string): string | undefined {
  return new RegExp(`^<w:style\\b[^>]*\\bw:${name}="([^"]*)"`).exec(style)?.[1];
}
