// A provider that has nothing but one album; started by album.mjs on the other core, which says by a POST how many photos it has.
import { createServer } from 'node:http';
import sharp from 'sharp';

/** As phones make them, in pixels, and how they are compressed, which makes 3 MB of each. */
const WIDTH = 4_000;
const HEIGHT = 3_000;
const QUALITY = 92;
/** Photos that are drawn; the others differ from these in their last bytes only. */
const DRAWN = 4;

const drawn = await Promise.all(Array.from({ length: DRAWN }, (_, index) => drawPhoto(index)));
const album = {
  _id: 'album-1',
  school: 'FARRUKHABAD',
  category: 'PhotoGallery',
  title: 'Annual Day',
  description: 'Photos of the day.',
  date: '2026-01-26',
  attachments: [],
};

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const count = Number(request.url.slice(1));
    album.attachments = Array.from({ length: count }, (_, index) => `album/${index}.jpg`);
    response.end();
    return;
  }
  const index = /^\/api\/image\/album\/(\d+)\.jpg$/.exec(request.url)?.[1];
  if (index !== undefined) {
    const photo = drawn[Number(index) % DRAWN];
    response.end(Buffer.concat([photo, Buffer.from(`photo ${index}`)]));
    return;
  }
  const hasAlbum = /^\/api\/(gallery|subGallery)/.test(request.url);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(hasAlbum ? [album] : []));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const bytes = Math.round(drawn.reduce((sum, { length }) => sum + length, 0) / DRAWN);
  console.log(JSON.stringify({ event: 'ready', port, bytes }));
});

/** Shapes of all sizes under the grain of a sensor. */
async function drawPhoto(seed) {
  const shapes = Array.from({ length: 400 }, (_, at) => {
    const [x, y] = [(at * 37 + seed * 13) % 101, (at * 61 + seed * 29) % 103];
    const radius = 1 + ((at * 7 + seed) % 70) / 10;
    return `<circle cx="${x}%" cy="${y}%" r="${radius}%" fill="hsl(${(at * 23 + seed * 90) % 360} 45% ${25 + (at % 50)}%)" opacity=".7"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="hsl(${seed * 90} 30% 60%)"/>${shapes.join('')}</svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 14 };
  const grain = { width: WIDTH, height: HEIGHT, channels: 3, background: '#808080', noise };
  const input = await sharp({ create: grain }).png({ compressionLevel: 0 }).toBuffer();
  return await sharp(Buffer.from(svg))
    .composite([{ input, blend: 'soft-light' }])
    .flatten()
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
