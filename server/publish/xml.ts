const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as the content of an XML element or attribute, without the characters that XML 1.0 has no place for. */
export function xml(text: string): string {
  return text
    .replace(/[<>&"']/g, (character) => ESCAPES[character] ?? '')
    .replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, '');
}
