import { drawPortrait } from './drawings/portraits.ts';

/** What the sample's other files show: an SVG and a PDF. */
export type SampleArt = {
  drawCertificate(): string;
  writeDocument(title: string): Uint8Array | Promise<Uint8Array>;
};

export const SAMPLE_ART: SampleArt = {
  drawCertificate: () => drawPortrait(1),
  writeDocument: (title) => Buffer.from(`%PDF-1.4\n% ${title}\n%%EOF\n`),
};
