import type { Finding } from './problem.ts';

/** A text, or one of the signs that make an object. Of `"a": 1` the text is a key. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;

/** JSON takes the last of two fields of one name, so that the first is lost. @param text valid JSON */
export function repeatedKeys(text: string): Finding[] {
  const objects: Map<string, number>[] = [];
  const findings: Finding[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKEN)) {
    if (token === '{') objects.push(new Map());
    else if (token === '}') objects.pop();
    const keys = objects.at(-1);
    if (colon === undefined || keys === undefined) continue;
    const key = String(JSON.parse(token.slice(0, -colon.length)));
    const line = text.slice(0, index).split('\n').length;
    const first = keys.get(key);
    if (first === undefined) keys.set(key, line);
    else
      findings.push({
        place: `line ${line}`,
        text: '"{key}" is there twice, first in line {line}: keep one',
        values: { key, line: String(first) },
      });
  }
  return findings;
}
