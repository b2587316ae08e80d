import type { TestProvider } from './providers/test-provider.ts';
import { LIST_NAMES } from '../../shared/records/provider-lists.ts';
import { recordsWith } from './records-with.ts';

/** Says in the page that it ran; `window.executed` stays unset otherwise. */
const RUN = 'window.executed=1';

const CARRIERS =
  'img src=x|svg|math|body|p|b|a href=/x|input autofocus|details open|video src=x|audio src=x|iframe|marquee'.split(
    '|',
  );
const HANDLERS = 'onerror onfocus onbegin ONLOAD'.split(' ');
const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript&colon;${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
  '//evil.example',
  '\\\\evil.example',
  'https://user:secret@evil.example/',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
];
const HOLDERS =
  'a href|a HREF|a xlink:href|area href|base href|form action|button formaction|iframe src|object data|embed src'.split(
    '|',
  );
const ODDITIES = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<script src=data:text/javascript,${RUN}></script>`,
  `"><script>${RUN}</script>`,
  `'><img src=x onerror=${RUN}>`,
  `--><img src=x onerror=${RUN}>`,
  `<!--<script>${RUN}`,
  `]]><img src=x onerror=${RUN}>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `<svg><script>${RUN}</script></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<template><script>${RUN}</script></template>`,
  `<style>@import 'javascript:${RUN}'</style>`,
  `<p style="background:url(javascript:${RUN})">x</p>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<link rel=stylesheet href=javascript:${RUN}>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<svg><a xlink:href=javascript:${RUN}><text>x</text></a></svg>`,
  `<svg><style><img src=x onerror=${RUN}></style></svg>`,
  `<textarea></textarea><img src=x onerror=${RUN}></textarea>`,
  `<xmp><img src=x onerror=${RUN}></xmp>`,
  `<plaintext><img src=x onerror=${RUN}>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!-- --!><img src=x onerror=${RUN}>`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<?xml <img src=x onerror=${RUN}> ?>`,
  `<img src="x\`onerror=${RUN}">`,
  `<a href="/x" href="javascript:${RUN}">x</a>`,
  `<a/href=javascript:${RUN}>x</a>`,
  `<select><option><script>${RUN}</script></select>`,
  `<frameset onload=${RUN}>`,
  `<p id=main class=header name=body>x</p>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  '\u2028</script>\u2029<script>',
  '{{constructor.constructor("window.executed=1")()}}',
  '${window.executed=1}',
  '" onmouseover="window.executed=1',
  "' onfocus='window.executed=1' autofocus='",
];

/** Texts that run, load or lead astray wherever they are taken for markup, an attribute or an address. */
export const DANGEROUS_TEXTS: readonly string[] = [
  ...CARRIERS.flatMap((carrier) => HANDLERS.map((handler) => `<${carrier} ${handler}=${RUN}>x`)),
  ...HOLDERS.flatMap((holder) => ADDRESSES.map((address) => `<${holder}="${address}">x`)),
  ...ADDRESSES,
  ...ODDITIES,
];

/** Every list of the provider, with each of these texts in every field of a record of its own. */
export function dangerousLists({ setList }: TestProvider): void {
  const fieldsOf = (text: string, id: string) => ({
    _id: `${id} ${text}`,
    message: text,
    url: text,
    images: [text],
    image: [text],
    attachments: [text, { path: text }],
  });
  for (const name of LIST_NAMES) setList(name, recordsWith(name, DANGEROUS_TEXTS, fieldsOf));
}
