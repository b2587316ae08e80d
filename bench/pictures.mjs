// Picture bytes of the gallery page on a 360 px phone against the originals of the same pictures.
import { chromium } from 'playwright-core';
import { startSite } from './processes.mjs';

const PATHS = ['/Gallery', '/HomeFr', '/Events'];

export async function benchPictures() {
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    console.log('\n## Picture bytes of whole pages on a 360 px screen (device pixel ratio 2)\n');
    console.log('| page | pictures | sent | originals | sent / originals |');
    console.log('|---|---|---|---|---|');
    for (const path of PATHS) {
      const { count, sent, originals } = await weigh(
        browser,
        `http://127.0.0.1:${site.port}`,
        path,
      );
      console.log(
        `| ${path} | ${count} | ${kb(sent)} | ${kb(originals)} | ${((sent / originals) * 100).toFixed(1)} % |`,
      );
    }
    console.log('');
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function weigh(browser, origin, path) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const pictures = new Map();
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.pathname.startsWith('/api/image/')) pictures.set(url.href, response);
  });
  await page.goto(origin + path);
  await page.keyboard.press('Escape');
  for (;;) {
    const isAtEnd = await page.evaluate(() => {
      scrollBy(0, innerHeight / 2);
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    });
    await page.waitForLoadState('networkidle');
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

function kb(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}
