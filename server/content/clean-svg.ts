import { withoutMetadata } from '../images/render-picture.ts';

/** A comment, an instruction, a CDATA section, a document type with its entities, or a tag. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<!DOCTYPE[^[>]*(?:\[[^\]]*\][^>]*)?>|<\/?(?<name>[^\s<>/!?]+)(?:[^<>"']|"[^"]*"|'[^']*')*>/g;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** Others belong to editors, which write the author and the path of the file. */
const KEPT_PREFIXES: ReadonlySet<string> = new Set(['svg', 'xlink', 'xml']);
const KEPT_NAMESPACES: ReadonlySet<string> = new Set(['xmlns:svg', 'xmlns:xlink']);

/** A drawing without metadata, comments and what editors add; pictures in it lose their metadata. */
export async function cleanSvg(drawing: string): Promise<string> {
  let kept = '';
  let end = 0;
  /** Open elements within the innermost dropped one, and itself. */
  let dropped = 0;
  for (const { 0: token, index, groups } of drawing.matchAll(TOKEN)) {
    if (dropped === 0) kept += drawing.slice(end, index);
    end = index + token.length;
    const name = groups?.['name'];
    if (name === undefined) {
      if (dropped === 0 && !isDroppedToken(token)) kept += token;
    } else if (dropped > 0 || isDroppedElement(name)) {
      if (token.startsWith('</')) dropped -= 1;
      else if (!token.endsWith('/>')) dropped += 1;
    } else kept += token.replace(ATTRIBUTE, keptAttribute);
  }
  return cleanEmbedded(kept + (dropped === 0 ? drawing.slice(end) : ''));
}

function isDroppedToken(token: string): boolean {
  return token.startsWith('<!--') || (token.startsWith('<?') && !/^<\?xml[\s-]/.test(token));
}

function isDroppedElement(name: string): boolean {
  const [prefix = '', local = prefix] = name.split(':');
  return local === 'metadata' || (prefix !== local && !KEPT_PREFIXES.has(prefix));
}

function keptAttribute(attribute: string, name: string): string {
  const [prefix = ''] = name.split(':');
  const isKept =
    prefix === name ||
    KEPT_PREFIXES.has(prefix) ||
    (prefix === 'xmlns' && KEPT_NAMESPACES.has(name));
  return isKept ? attribute : '';
}

const EMBEDDED = /data:image\/(jpe?g|png|webp);base64,([A-Za-z0-9+/=\s]+)/g;

async function cleanEmbedded(drawing: string): Promise<string> {
  let cleaned = '';
  let end = 0;
  for (const { 0: url, 1: type = '', 2: base64 = '', index } of drawing.matchAll(EMBEDDED)) {
    const bytes = Buffer.from(base64, 'base64');
    const kind = type === 'png' || type === 'webp' ? type : 'jpeg';
    const clean = await withoutMetadata(bytes, kind);
    cleaned += drawing.slice(end, index);
    cleaned += `data:image/${type};base64,${clean.toString('base64')}`;
    end = index + url.length;
  }
  return cleaned + drawing.slice(end);
}
