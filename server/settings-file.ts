import { isUtf8 } from 'node:buffer';

const QUOTED = /[ \t]*(?:'([^']*)'|"((?:\\[^]|[^"\\])*)")/;
const PLAIN = /(?:\\[^]|[^\\\n])*/;
const LINE = new RegExp(
  `^[ \\t]*([^\\s#;=][^=\\n]*?)[ \\t]*=((?:${QUOTED.source})*)[ \\t]*(${PLAIN.source})$`,
  'gm',
);

/** Null if it is not UTF-8, such as UTF-16. */
export function decodeSettings(bytes: Buffer): string | null {
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : null;
}

/** Reads an EnvironmentFile as systemd does: unlike a shell and `node --env-file`, with `#`, `$` and blanks in a value. */
export function parseSettingsFile(text: string): Record<string, string> {
  const lines = [...text.matchAll(LINE)].map(([, name = '', quoted = '', , , plain = '']) => [
    name,
    quoted.replaceAll(new RegExp(QUOTED, 'g'), (_all, single?: string, double?: string) =>
      double === undefined ? (single ?? '') : unescape(double, '"\\$`'),
    ) + unescape(plain.trimEnd()),
  ]);
  return Object.fromEntries(lines);
}

/** Removes the backslash of an escaped character, of those alone if they are given, and joins continued lines. */
function unescape(text: string, escapable?: string): string {
  return text.replaceAll(/\\([^])/g, (escape, character: string) => {
    if (character === '\n') return '';
    return escapable === undefined || escapable.includes(character) ? character : escape;
  });
}

/** The same for systemd, a shell and compose. */
export function formatSettingsFile(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) =>
      value.includes("'")
        ? `${name}="${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"\n`
        : `${name}='${value}'\n`,
    )
    .join('');
}
