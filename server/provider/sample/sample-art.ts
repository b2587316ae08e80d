import { drawPortrait } from './drawings/portraits.ts';

/** What the sample's files show. The drawings are SVG, the document is a PDF. */
export type SampleArt = {
  /** Null for a scene that there is not. */
  drawScene(scene: string, n: number): string | null;
  drawPortrait(n: number): string;
  drawCertificate(): string;
  writeDocument(title: string): Uint8Array | Promise<Uint8Array>;
};

export const SAMPLE_ART: SampleArt = {
  drawScene: (_scene, n) => drawPortrait(n, { width: 1600, height: 1000 }),
  drawPortrait: (n) => drawPortrait(n),
  drawCertificate: () => drawPortrait(1),
  writeDocument: (title) => Buffer.from(`%PDF-1.4\n% ${title}\n%%EOF\n`),
};
