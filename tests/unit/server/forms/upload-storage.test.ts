import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { UploadStorage } from '../../../../server/forms/upload-storage.ts';
import { pdfBytes } from '../../../support/pdf.ts';

/** What is held after a file was read. */
async function held(storage: UploadStorage) {
  const file = { stream: Readable.from([pdfBytes(1_000)]), originalname: 'cv.pdf' };
  await new Promise((resolve) => storage._handleFile(null, file as Express.Multer.File, resolve));
  return storage.upload?.bytes.length;
}

test('U5: a CV is held until it is discarded, and not when it begins after that', async () => {
  const storage = new UploadStorage();
  expect(await held(storage)).toBe(1_000);
  storage.discard();
  expect([storage.upload, await held(storage)]).toEqual([null, undefined]);
});
