import { escapeUTF8 } from 'entities';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A text as the content of an XML element or attribute, without the characters that XML 1.0 has no place for. */
export function xml(text: string): string {
  return escapeUTF8(text.replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, ''));
}

/** @param children XML, escaped already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly string[]
): string {
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${xml(value)}"`);
  return children.length === 0
    ? `<${name}${start.join('')}/>`
    : `<${name}${start.join('')}>${children.join('')}</${name}>`;
}
