import { extname } from 'node:path';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import sharp from 'sharp';

/** sharp's names of formats. */
const FORMATS: Readonly<Record<string, string>> = {
  '.svg': 'svg',
  '.jpg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
  '.avif': 'heif',
};

const ACTIVE = new Set(['script', 'foreignobject', 'iframe', 'object', 'embed', 'handler']);

export async function pictureErrors(name: string, bytes: Buffer): Promise<string[]> {
  const expected = FORMATS[extname(name)];
  if (expected === undefined)
    return ['is no picture; a name ends in .svg, .jpg, .png, .webp or .avif (small letters)'];
  const metadata = await sharp(bytes)
    .metadata()
    .catch((error: unknown) => String(error).split('\n')[0] ?? '');
  if (typeof metadata === 'string') return [`cannot be read as a picture: ${metadata}`];
  if (metadata.format !== expected) return [`is ${metadata.format}, which its name does not say`];
  return expected === 'svg' ? svgErrors(bytes.toString('utf8')) : [];
}

/** An SVG that is opened by itself runs its scripts. */
function svgErrors(svg: string): string[] {
  const errors = elementsIn(parseFragment(svg).childNodes).flatMap(({ tagName, attrs }) => {
    const element = tagName.replace(/^.*:/, '').toLowerCase();
    const attributes = attrs.flatMap(({ name, value }) => {
      if (/^on/i.test(name)) return [`an attribute ${name} (a script)`];
      if (
        /^(xlink:)?(href|src)$/i.test(name) &&
        !/^\s*(#|data:image\/(png|jpeg|webp);)/i.test(value)
      )
        return [`a link to ${value.slice(0, 60)}`];
      return [];
    });
    return ACTIVE.has(element) ? [`an element <${tagName}>`, ...attributes] : attributes;
  });
  if (/<!ENTITY/i.test(svg)) errors.push('an entity declaration <!ENTITY …>');
  return [...new Set(errors)].map(
    (error) =>
      `has ${error}; a drawing may hold shapes, text, styles and links to its own parts (#…)`,
  );
}

type Node = DefaultTreeAdapterTypes.ChildNode;

function elementsIn(nodes: readonly Node[]): DefaultTreeAdapterTypes.Element[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node.childNodes)] : []));
}
