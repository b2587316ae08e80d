import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';

const moduleEntry = z.object({ src: z.string(), imports: z.array(z.string()) });

const manifestSchema = z.object({
  entry: z.string(),
  css: z.string(),
  modules: z.record(z.string(), moduleEntry),
  pictures: z.record(
    z.string(),
    z.object({ src: z.string(), width: z.number(), height: z.number() }),
  ),
  fonts: z.record(z.string(), z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

export type Asset = {
  type: string;
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
};

/** The browser's files as the build left them, all in memory: this build's and the one's before. */
export type Assets = {
  manifest: Manifest;
  /** By path, such as `/assets/site-1a2b3c4d.css`. */
  find(path: string): Asset | undefined;
};

/** @throws Error when the build is missing or incomplete. */
export function loadAssets(distFolder: string): Assets {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(distFolder, 'manifest.json'), 'utf8')),
  );
  const folder = join(distFolder, 'assets');
  const names = new Set(readdirSync(folder));
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const identity = readFileSync(join(folder, name));
    assets.set(`/assets/${name}`, {
      type,
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`,
      identity,
      br: names.has(`${name}.br`) ? readFileSync(join(folder, `${name}.br`)) : null,
      gzip: names.has(`${name}.gz`) ? readFileSync(join(folder, `${name}.gz`)) : null,
    });
  }
  return { manifest, find: (path) => assets.get(path) };
}
