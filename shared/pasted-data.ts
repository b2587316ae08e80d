/** Base64 in lines as mail has them, or in one. The first line may be shorter by what stands before it. */
const BASE64 = String.raw`(?:[a-z\d+/]{0,76}\s{1,2}(?=[a-z\d+/]{60}))?(?:[a-z\d+/]{60,76}\s{1,2})*[a-z\d+/%]*={0,2}`;
/** A type begins a word, so that no letter of a long one is tried. */
const BEFORE_TYPE = '(?:data:|(?<![a-z])|(?=;))';
const MEDIA_TYPE = String.raw`[a-z]{1,20}/[a-z\d.+-]{1,60}`;
const PARAMETERS = String.raw`(?:;[\w=.-]{1,60}){0,3}`;
/** How JPEG, PNG, GIF, WebP, AVIF, PDF, SVG and BMP begin in base64. */
const BEGINNINGS = '(?:/9j/|iVBORw0KGgo|R0lGOD|UklGR|AAAA[GHI][GZ]|JVBERi0|PHN2Zy|PD94bWw|Qk0)';

/** With capitals, small letters and digits, as no word has. */
const MIXED = String.raw`(?=[a-z\d+/]{0,99}[A-Z])(?=[A-Z\d+/]{0,99}[a-z])(?=[A-Za-z+/]{0,99}\d)`;

/** Files that editors and forms write into a text, whole: no part of these passes the end of one. */
const DATA: readonly RegExp[] = [
  // An SVG may be written as it is.
  new RegExp(String.raw`"\s{0,9}data:image/svg[^"]*"|'\s{0,9}data:image/svg[^']*'`, 'gi'),
  new RegExp(`${BEFORE_TYPE}(?:${MEDIA_TYPE})?${PARAMETERS};base64,${BASE64}`, 'gi'),
  new RegExp(String.raw`data:${MEDIA_TYPE}${PARAMETERS},[^\s"'<>()]*`, 'gi'),
  // Without any address.
  new RegExp(String.raw`(?<![\w+/=])${BEGINNINGS}[A-Za-z\d+/]{60,}={0,2}`, 'g'),
  new RegExp(String.raw`(?<![\w+/=])${MIXED}[A-Za-z\d+/]{1000,}={0,2}`, 'g'),
];

/** What each of them has. */
const SIGN = /data:|;base64,|[a-z\d+/]{60}/i;

/** What Markdown leaves of a picture. */
const EMPTY_PICTURE = /!\[[^[\]\n]{0,200}\]\(\s{0,9}\)/g;

/** A text without the pictures and other files that are written into it as data. */
export function withoutData(text: string): string {
  if (!SIGN.test(text)) return text;
  const rest = DATA.reduce((left, data) => left.replace(data, ''), text);
  return rest === text ? text : rest.replace(EMPTY_PICTURE, '');
}

export function holdsData(text: string): boolean {
  return withoutData(text) !== text;
}
