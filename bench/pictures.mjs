// Picture bytes of the gallery page on a 360 px phone against the originals of the same pictures.
import { chromium } from 'playwright-core';
import { startSite } from './processes.mjs';

const PATHS = ['/Gallery', '/HomeFr', '/Events'];
const SCREENS = [
  { name: '1', deviceScaleFactor: 1 },
  { name: '2', deviceScaleFactor: 2 },
  { name: '3', deviceScaleFactor: 3 },
  { name: '2, Save-Data', deviceScaleFactor: 2, extraHTTPHeaders: { 'Save-Data': 'on' } },
];

export async function benchPictures() {
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    console.log('\n## Picture bytes of complete pages on a 360 px screen\n');
    console.log('| page | device pixel ratio | pictures | sent | originals | sent / originals |');
    console.log('|---|---|---|---|---|---|');
    for (const path of PATHS) {
      for (const screen of SCREENS) {
        const { count, sent, originals } = await weigh(
          browser,
          `http://127.0.0.1:${site.port}${path}`,
          screen,
        );
        console.log(
          `| ${path} | ${screen.name} | ${count} | ${kb(sent)} | ${kb(originals)} | ${((sent / originals) * 100).toFixed(1)} % |`,
        );
      }
    }
    console.log('');
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function weigh(browser, address, { deviceScaleFactor, extraHTTPHeaders }) {
  const { origin } = new URL(address);
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor,
    extraHTTPHeaders,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const pictures = new Map();
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.pathname.startsWith('/api/image/')) pictures.set(url.href, response);
  });
  await page.goto(address);
  await page.keyboard.press('Escape');
  for (;;) {
    const isAtEnd = await page.evaluate(() => {
      scrollBy(0, innerHeight / 2);
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    });
    await page.evaluate(picturesInView);
    if (isAtEnd) break;
  }
  let sent = 0;
  let originals = 0;
  for (const [href, response] of pictures) {
    sent += (await response.body()).length;
    const original = await fetch(origin + new URL(href).pathname);
    originals += (await original.arrayBuffer()).byteLength;
  }
  await context.close();
  return { count: pictures.size, sent, originals };
}

/** In the page: resolves when the pictures in view are there. */
async function picturesInView() {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
  const pictures = [...document.images].filter((image) => {
    const { top, right, bottom, left, width } = image.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  });
  const decoded = pictures.map((image) => image.decode().catch(() => undefined));
  await Promise.race([Promise.all(decoded), new Promise((done) => setTimeout(done, 5_000))]);
}

function kb(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}
