import { fileKind, isPictureKind } from '../images/file-kind.ts';
import { withoutMetadata } from '../images/render-picture.ts';

const TAG = /<\/?([^\s<>/!?]+)(?:[^<>"']|"[^"]*"|'[^']*')*>/y;
const DOCTYPE = { start: '<!DOCTYPE', end: '>', isKept: true } as const;
/** How what is no tag begins and ends, and whether it stays. */
const OTHER_TOKENS = [
  DOCTYPE,
  { start: '<!--', end: '-->', isKept: false },
  { start: '<![CDATA[', end: ']]>', isKept: true },
  { start: '<?xml ', end: '?>', isKept: true },
  { start: '<?xml-stylesheet', end: '?>', isKept: true },
  { start: '<?', end: '?>', isKept: false },
] as const;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** Others belong to editors, which write the author and the path of the file. */
const KEPT_PREFIXES: ReadonlySet<string> = new Set(['svg', 'xlink', 'xml']);
const KEPT_NAMESPACES: ReadonlySet<string> = new Set(['xmlns:svg', 'xmlns:xlink']);

/** A drawing without metadata, comments and what editors add; pictures in it lose their metadata. */
export async function cleanSvg(drawing: string): Promise<string> {
  let kept = '';
  let at = 0;
  /** Open elements within the innermost dropped one, and itself. */
  let dropped = 0;
  while (at < drawing.length) {
    const start = drawing.indexOf('<', at);
    const end = start < 0 ? drawing.length : start;
    if (dropped === 0) kept += drawing.slice(at, end);
    if (start < 0) break;
    const { token, name, isKept } = readToken(drawing, end);
    if (name !== null && (dropped > 0 || isDroppedElement(name))) {
      if (token.startsWith('</')) dropped -= 1;
      else if (!token.endsWith('/>')) dropped += 1;
    } else if (dropped === 0 && isKept) {
      kept += name === null ? token : token.replace(ATTRIBUTE, keptAttribute);
    }
    at = end + token.length;
  }
  return cleanEmbedded(kept);
}

type Token = { token: string; name: string | null; isKept: boolean };

/** What begins with `<` here; in linear time, whatever lacks its end. */
function readToken(drawing: string, at: number): Token {
  TAG.lastIndex = at;
  const [tag, name] = TAG.exec(drawing) ?? [];
  if (tag !== undefined && name !== undefined) return { token: tag, name, isKept: true };
  const other = OTHER_TOKENS.find(({ start }) => drawing.startsWith(start, at));
  if (other === undefined) return { token: '<', name: null, isKept: true };
  const end = drawing.indexOf(other.end, other === DOCTYPE ? afterEntities(drawing, at) : at);
  const token = drawing.slice(at, end < 0 ? undefined : end + other.end.length);
  return { token, name: null, isKept: other.isKept };
}

/** Entities of a document type are between square brackets. */
function afterEntities(drawing: string, at: number): number {
  const open = drawing.indexOf('[', at);
  return open < 0 || open > drawing.indexOf('>', at) ? at : drawing.indexOf(']', open);
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

/** A declared type need not be that of the bytes, and may have parameters. */
const EMBEDDED = /(data:image\/[^;,"'\s]*(?:;[^;,"'\s]*)*;base64,)([A-Za-z0-9+/=\s]+)/gi;

async function cleanEmbedded(drawing: string): Promise<string> {
  let cleaned = '';
  let end = 0;
  for (const { 0: url, 1: head = '', 2: base64 = '', index } of drawing.matchAll(EMBEDDED)) {
    const bytes = Buffer.from(base64, 'base64');
    const kind = fileKind(bytes);
    if (kind === null || !isPictureKind(kind)) continue;
    const clean = await withoutMetadata(bytes, kind);
    cleaned += `${drawing.slice(end, index)}${head}${clean.toString('base64')}`;
    end = index + url.length;
  }
  return cleaned + drawing.slice(end);
}
