import * as fc from 'fast-check';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkForm, fieldsOf } from '../../shared/forms.ts';
import { startFormServer, type FormServer } from '../support/form-server.ts';
import { holds } from '../support/holds.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { SOON } from '../support/effort.ts';

const BOUNDARY = 'xBOUNDARYx';
const FIELDS = fieldsOf('career');

type Received = {
  fields: Readonly<Record<string, string>>;
  cv: string | null;
  name: string | undefined;
};

let forms: FormServer;
/** What was delivered, by its reference. */
const delivered = new Map<string, Received>();
const folder = mkdtempSync(join(tmpdir(), 'gis-multipart-'));

beforeAll(async () => {
  forms = await startFormServer({
    folder,
    async deliver({ entry, readCv }) {
      const cv = readCv === null ? null : (await readCv()).toString('latin1');
      delivered.set(entry.reference, { fields: entry.fields, cv, name: entry.cv?.name });
    },
    // What is the same form to a visitor is another body here.
    outboxLimits: { sameWithinMs: 0, answerWithinMs: SOON.timeout },
  });
});

afterAll(async () => {
  await forms.close();
  removeFolder(folder);
});

/** What a parser may take for its own marks, and any text. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        `--${BOUNDARY}`,
        `\r\n--${BOUNDARY.slice(0, 6)}`,
        ...'\r\n|--|\r|\n|Meera|१२| |9876543210|PGT|\u200b|%|='.split('|'),
        'Content-Disposition: form-data; name="phone"',
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(''))
    // Whoever writes a body takes a boundary that is not in it.
    .filter((text) => !`\r\n${text}`.includes(`\r\n--${BOUNDARY}`)),
);

/** Where a body is cut into chunks: at shares of its length, or after each so many bytes. */
type Cuts = { shares: readonly number[] } | { every: number };
const shares = fc.double({ min: 0, max: 1, noNaN: true });
const cuts: fc.Arbitrary<Cuts> = fc.oneof(
  fc.record({ shares: fc.array(shares, { maxLength: 12 }) }),
  fc.record({ every: fc.integer({ min: 1, max: 90 }) }),
);

const bodies = fc.record({
  fields: fc.record(
    Object.fromEntries(
      FIELDS.map((name) => [
        name,
        // Mostly what the form takes.
        fc.oneof(
          { weight: 9, arbitrary: texts.map((text) => (name === 'phone' ? '१२345' : `A${text}`)) },
          { weight: 1, arbitrary: texts },
        ),
      ]),
    ),
  ),
  /** Bytes between the marks of a PDF; null for none. */
  pdf: fc.option(
    fc.oneof(
      fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      texts.map((text) => Buffer.from(text).toString('latin1')),
    ),
    { freq: 6 },
  ),
  cuts,
});

function multipart(fields: Readonly<Record<string, string>>, cv: string | null): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    cv === null
      ? Buffer.alloc(0)
      : Buffer.concat([
          Buffer.from(
            `--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments"; filename="राम.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
          ),
          Buffer.from(cv, 'latin1'),
          Buffer.from('\r\n'),
        ]);
  return Buffer.concat([Buffer.from(parts.join('')), file, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Sends a body in chunks of its transfer encoding: the parser gets each by itself, whatever the network does. */
async function send(body: Buffer, where: Cuts): Promise<{ status: number; json: object }> {
  const places =
    'shares' in where
      ? where.shares.map((share) => Math.round(share * body.length))
      : Array.from({ length: body.length / where.every }, (_, index) => index * where.every);
  const ends = [...places.toSorted((a, b) => a - b), body.length];
  const chunks = ends.map((end, index) => body.subarray(ends[index - 1] ?? 0, end));
  const socket = connect(forms.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString('utf8');
  });
  socket.write(
    `POST /Career HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nSec-Fetch-Site: same-origin\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
  );
  const written = chunks.flatMap((chunk) =>
    chunk.length === 0
      ? []
      : [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')],
  );
  socket.write(Buffer.concat([...written, Buffer.from('0\r\n\r\n')]));
  await once(socket, 'close');
  const [head = '', text = ''] = answer.split('\r\n\r\n');
  const json: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (typeof json !== 'object' || json === null) throw new Error(answer);
  return { status: Number(head.split(' ')[1]), json };
}

/** Those of the fields that are asked for; a CV may have one of its own. */
function errorsOf(json: object, asked: object): unknown {
  const errors = 'errors' in json ? json.errors : null;
  if (typeof errors !== 'object' || errors === null) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name in asked));
}

const referenceOf = (json: object): string =>
  'reference' in json && typeof json.reference === 'string' ? json.reference : '';

test('R-204, R-208: however a body is cut, its fields and its file come as they were sent, or its faults do', async () => {
  const taken = { yes: 0, no: 0 };
  await holds(
    fc.asyncProperty(bodies, async ({ fields, pdf, cuts: where }) => {
      delivered.clear();
      const cv = pdf === null ? null : `%PDF-1.7\n${pdf}\n%%EOF`;
      const { status, json } = await send(multipart(fields, cv), where);
      const check = checkForm('career', fields);
      const isTaken = check.isValid && cv !== null;
      taken[isTaken ? 'yes' : 'no'] += 1;
      const reference = referenceOf(json);
      // 202 on a machine that is busy: stored, and delivered a little later.
      if (isTaken) await vi.waitUntil(() => delivered.has(reference), SOON);
      const errors = check.isValid ? {} : check.errors;
      const expected = isTaken
        ? [status === 202 ? 202 : 200, { ...check.values, school: 'FARRUKHABAD' }, cv, 'राम.pdf']
        : [422, errors];
      const received = delivered.get(reference);
      expect(
        isTaken
          ? [status, received?.fields, received?.cv, received?.name]
          : [status, errorsOf(json, errors)],
      ).toEqual(expected);
      delivered.delete(reference);
      expect(delivered.size).toBe(0);
    }),
    { runs: 150 },
  );
  expect(Math.min(taken.yes, taken.no)).toBeGreaterThan(20);
});

test('U3: a body that ends before its last boundary is never taken, wherever it ends', async () => {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, 'Meera']));
  const valid = { ...fields, phone: '9876543210' };
  expect(checkForm('career', valid).isValid).toBe(true);
  await holds(
    fc.asyncProperty(
      fc.record({ pdf: texts, end: shares, cuts }),
      async ({ pdf, end, cuts: where }) => {
        delivered.clear();
        const body = multipart(valid, `%PDF-1.7\n${Buffer.from(pdf).toString('latin1')}\n%%EOF`);
        // At the latest before the second dash that ends the last boundary.
        const last = body.length - '-\r\n'.length;
        const { status } = await send(body.subarray(0, Math.floor(end * last)), where);
        expect([400, 422]).toContain(status);
        expect(delivered.size).toBe(0);
      },
    ),
    { runs: 150 },
  );
  expect((await send(multipart(valid, '%PDF-1.7\n%%EOF'), { every: 100 })).status).toBe(200);
  await vi.waitUntil(() => readdirSync(join(folder, 'tmp')).length === 0, SOON);
});
