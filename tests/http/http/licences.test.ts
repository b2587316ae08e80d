import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import request from 'supertest';
import { expect, test } from 'vitest';
import { loadAssets } from '../../../server/http/assets.ts';
import { loadPublication } from '../../../server/publication/publication.ts';
import { sharedSite } from '../../support/site.ts';

const site = sharedSite();
const { manifest } = loadAssets('dist', loadPublication('dist').folder);

test('each script with code of packages names the page of their licences', async () => {
  const { headers, text } = await request(site.url).get('/licences.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const name of ['React', 'TanStack Query', 'Zod', 'Swiper', 'PhotoSwipe', 'Fraunces'])
    expect(text).toContain(`- ${name}`);
  const scripts = new Set(Object.values(manifest.modules).flatMap(({ later }) => later));
  const large: string[] = [];
  for (const path of scripts) {
    const script = readFileSync(`dist${path}`, 'utf8');
    if (script.length > 20_000) large.push(script);
  }
  expect(large.length).toBeGreaterThanOrEqual(4);
  for (const script of large) expect(script.endsWith('// /licences.txt\n')).toBe(true);
});

test('a cut font has no name that its licence reserves for uncut ones', async () => {
  const font = readFileSync(`dist${manifest.fonts['source-sans']}`);
  const names = (await subsetFont(font, 'a', { targetFormat: 'truetype' })).toString('latin1');
  const inUtf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('latin1');
  expect(names).toContain(inUtf16('School Sans'));
  expect(names).not.toContain(inUtf16('Source Sans'));
  expect(names).not.toContain(inUtf16('SourceSans'));
  // The copyright stays as it is.
  expect(names).toContain(inUtf16('with Reserved Font Name'));
});
