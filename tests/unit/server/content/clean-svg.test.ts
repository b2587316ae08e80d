import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanSvg } from '../../../../server/content/clean-svg.ts';
import { hasMetadata } from '../../../../server/images/render-picture.ts';

const HEAD = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"';

test('a drawing loses its author and the path of its file, and looks the same', async () => {
  const drawing = `<?xml version="1.0"?><!-- made by A. Sharma -->
<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
<?xpacket begin="" id="A"?><svg xmlns="&ns_svg;" viewBox="0 0 9 9" xmlns:inkscape="urn:i"
 xmlns:xlink="http://www.w3.org/1999/xlink" sodipodi:docname="C:\\Users\\Sharma\\gate.svg" inkscape:version='1.3 > 1'>
<title>Gate</title><metadata><rdf:RDF><cc:Agent><dc:title>A. Sharma</dc:title></cc:Agent></rdf:RDF></metadata>
<sodipodi:namedview id="base" inkscape:zoom="1"><inkscape:grid/></sodipodi:namedview>
<style><![CDATA[.a > .b{fill:red}]]></style><g inkscape:label="Sharma" class="a"><use xlink:href="#b"/></g></svg>`;
  const clean = await cleanSvg(drawing);
  expect(clean).not.toMatch(/Sharma|inkscape|sodipodi|metadata|xpacket/);
  for (const kept of [
    '<title>Gate</title>',
    '[<!ENTITY ns_svg',
    '.a > .b{fill:red}',
    '<g class="a"><use xlink:href="#b"/></g>',
  ])
    expect(clean).toContain(kept);
});

test.each([
  'image/jpeg',
  'image/jpeg;charset=utf-8',
  'IMAGE/JPG;charset=utf-8;name=gate.jpg',
  'image/png',
])('a photo in a drawing, as %s, loses its place', async (type) => {
  const create = { width: 8, height: 8, channels: 3, background: '#208060' } as const;
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 23/1 0/1' } };
  const jpeg = await sharp({ create }).jpeg().withExif(place).toBuffer();
  const url = `data:${type};base64,${jpeg.toString('base64')}`;
  const clean = await cleanSvg(`<svg ${HEAD}><image href="${url}"/></svg>`);
  const [, base64 = ''] = /base64,([^"]+)"/.exec(clean) ?? [];
  expect(hasMetadata(jpeg)).toBe(true);
  expect(hasMetadata(Buffer.from(base64, 'base64'))).toBe(false);
  expect((await sharp(Buffer.from(base64, 'base64')).metadata()).format).toBe('jpeg');
});

test('a drawing without any of it stays byte for byte', async () => {
  const drawing = `<svg ${HEAD}>\n  <path d="M0 0h9" fill='url(#a)'/>\n</svg>\n`;
  expect(await cleanSvg(drawing)).toBe(drawing);
});
