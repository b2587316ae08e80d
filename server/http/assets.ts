import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';
import { prebuiltBody, type EncodedBody } from './encoded-body.ts';

const pictureSchema = z.object({ src: z.string(), width: z.number(), height: z.number() });

/** `src` is for every browser; `avif` is from narrow to wide, empty for drawings. */
const schoolPictureSchema = z.extend(pictureSchema, {
  /** Of the school's file and of how it is rendered. */
  source: z.string(),
  /** Size of the largest file. */
  bytes: z.number(),
  avif: z.array(z.object({ src: z.string(), width: z.number() })),
});

const manifestSchema = z.object({
  entry: z.string(),
  css: z.string(),
  /** The stylesheet without font files. */
  saveDataCss: z.string(),
  modules: z.record(
    z.string(),
    z.object({
      src: z.string(),
      imports: z.array(z.string()),
      /** The module and what it may import later. */
      later: z.array(z.string()),
    }),
  ),
  fonts: z.record(z.string(), z.string()),
  /** English texts of each island, and of all scripts (`enhance`). */
  texts: z.record(z.string(), z.array(z.string())),
});

/** `manifest.json` of a publication. */
const schoolManifestSchema = z.object({
  pictures: z.record(z.string(), schoolPictureSchema),
  icons: z.record(z.string(), pictureSchema),
});

type SchoolManifest = z.infer<typeof schoolManifestSchema>;

/** Null for one of another release. */
export function parseSchoolManifest(json: unknown): SchoolManifest | null {
  const parsed = schoolManifestSchema.safeParse(json);
  return parsed.success ? parsed.data : null;
}

export type Manifest = z.infer<typeof manifestSchema> & SchoolManifest;

export const CSS = 'text/css; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': CSS,
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

/** `isOfSchool`: it may be taken down at any time. */
export type Asset = EncodedBody & { type: string; isOfSchool: boolean };

export type Assets = ReturnType<typeof loadAssets>;

/**
 * The browser's files of this build and the previous one, and the pictures of a publication, all in memory.
 * @throws Error when the build is missing or incomplete.
 */
export function loadAssets(distFolder: string, publicationFolder: string) {
  const json = (folder: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const school = schoolManifestSchema.parse(json(publicationFolder));
  const manifest: Manifest = { ...manifestSchema.parse(json(distFolder)), ...school };
  const pictures = loadFolder(join(publicationFolder, 'assets'), true);
  const assets = new Map([...loadFolder(join(distFolder, 'assets'), false), ...pictures]);
  const named = new Map(Array.from(pictures, ([path, asset]) => [withoutHash(path), asset]));
  const text = (name: string) => readFileSync(join(distFolder, name), 'utf8');
  return {
    manifest,
    /** The service worker, and the one that removes it. */
    workers: { on: text('worker.js'), off: text('kill-worker.js') },
    /** Notices of the packages that scripts and fonts contain. */
    licences: text('licences.txt'),
    /** A path is `/assets/site-1a2b3c4d.css`. */
    find: (path: string, savesData = false): Asset | undefined =>
      assets.get(savesData && path === manifest.css ? manifest.saveDataCss : path) ??
      // A page of another publication names the picture of that one: the instances restart one after the other.
      named.get(withoutHash(path)),
  };
}

function withoutHash(path: string): string {
  return path.replace(/-[0-9a-f]{8}(?=\.\w+$)/, '');
}

function loadFolder(folder: string, isOfSchool: boolean): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined)
      assets.set(`/assets/${name}`, { ...loadAsset(join(folder, name), type), isOfSchool });
  }
  return assets;
}

function loadAsset(path: string, type: string) {
  const identity = readFileSync(path);
  const encoded = (extension: string) =>
    existsSync(path + extension) ? readFileSync(path + extension) : undefined;
  return { type, ...prebuiltBody(identity, { br: encoded('.br'), gzip: encoded('.gz') }) };
}
