/** What a page must have for a selector to match: all names, and of each list of `:is()` one alternative. */
export type Needs = { names: readonly string[]; alternatives: readonly (readonly Needs[])[] };

const PART =
  /\.(?<class>[\w-]+)|#(?<id>[\w-]+)|\[(?<attribute>[\w-]+)(?:=["']?(?<value>[\w-]+)["']?)?[^\]]*\]|::?(?<pseudo>[\w-]+)|(?<type>[a-z][\w-]*)/gi;
/** Their arguments are selectors of which one must match. */
const ALTERNATIVES = new Set(['is', 'where', 'has']);

const TAG = /<([a-z][\w-]*)([^>]*)>/gi;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
/** In characters; selectors have short ones. */
const MAX_VALUE = 40;

/** @param list selectors with commas between them */
export function readSelectors(list: string): Needs[] {
  return splitList(list).map(readNeeds);
}

/** States (`:hover`), places (`:nth-child()`) and negations may change, and need nothing. */
function readNeeds(selector: string): Needs {
  const names: string[] = [];
  const alternatives: Needs[][] = [];
  const part = new RegExp(PART);
  for (let match = part.exec(selector); match !== null; match = part.exec(selector)) {
    const { class: className, id, attribute, value, pseudo, type } = match.groups ?? {};
    if (className !== undefined) names.push(`.${className}`);
    if (id !== undefined) names.push(`#${id}`);
    if (attribute !== undefined) names.push(attributeName(attribute, value));
    if (type !== undefined) names.push(type.toLowerCase());
    if (pseudo === undefined || selector[part.lastIndex] !== '(') continue;
    const end = closingBracket(selector, part.lastIndex);
    if (ALTERNATIVES.has(pseudo))
      alternatives.push(readSelectors(selector.slice(part.lastIndex + 1, end)));
    part.lastIndex = end + 1;
  }
  return { names, alternatives };
}

function splitList(list: string): string[] {
  const parts = [];
  let [depth, start] = [0, 0];
  for (const { 0: sign, index } of list.matchAll(/[[(,)\]]/g)) {
    if (sign === ',' && depth === 0) {
      parts.push(list.slice(start, index));
      start = index + 1;
    } else if (sign !== ',') depth += '[('.includes(sign) ? 1 : -1;
  }
  return [...parts, list.slice(start)];
}

function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** `[hidden]`, `[type=text]` */
function attributeName(name: string, value?: string): string {
  return value === undefined ? `[${name}]` : `[${name}=${value}]`;
}

export function isMet({ names, alternatives }: Needs, inPage: ReadonlySet<string>): boolean {
  return (
    names.every((name) => inPage.has(name)) &&
    alternatives.every((list) => list.some((needs) => isMet(needs, inPage)))
  );
}

/** The element types, classes, ids and attributes of a page. @param html as React writes it */
export function namesIn(html: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, type = '', attributes = ''] of html.matchAll(TAG)) {
    names.add(type.toLowerCase());
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      names.add(attributeName(name));
      if (name === 'class') for (const each of value.split(' ')) names.add(`.${each}`);
      else if (name === 'id') names.add(`#${value}`);
      if (value.length <= MAX_VALUE) names.add(attributeName(name, value));
    }
  }
  return names;
}
