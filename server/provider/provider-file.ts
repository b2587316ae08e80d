import { Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { firstValue, type ProviderCall } from './provider-call.ts';
import { ProviderError, type ProviderFile } from './provider.ts';
import { plainBody } from './read-body.ts';

export type ReceivedFile = {
  call: ProviderCall;
  answer: Dispatcher.ResponseData;
  /** Aborts when the call ends, with its failure as the reason if it has one. */
  ended: AbortSignal;
  maxBytes: number;
};

/**
 * The file of an answer as a stream that ends the call when it ends, in whichever way.
 * @throws ProviderError when the answer has no file, or says that it is too large.
 */
export function receiveFile({ call, answer, ended, maxBytes }: ReceivedFile): ProviderFile {
  const { statusCode, headers, body } = answer;
  if (statusCode !== 200) throw new ProviderError('status', { status: statusCode });
  const encoding = firstValue(headers['content-encoding']);
  const declared = firstValue(headers['content-length']);
  const isDeclared = declared !== undefined && /^\d+$/.test(declared) && encoding === undefined;
  const length = isDeclared ? Number(declared) : null;
  if (length !== null && length > maxBytes) throw new ProviderError('too-large');

  let bytes = 0;
  const file = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      call.count(chunk.length);
      if (bytes > maxBytes) done(call.fail(new ProviderError('too-large')));
      else done(null, chunk);
    },
    flush(done) {
      call.succeed();
      done();
    },
  });
  const source = plainBody(body, encoding);
  source.on('error', (error) => file.destroy(call.fail(error)));
  // The deadline ends also a file that nobody reads, and a reader that leaves ends the call.
  ended.addEventListener('abort', () => {
    const { reason } = ended;
    if (!file.writableEnded) {
      file.destroy(reason instanceof ProviderError ? reason : new ProviderError('cut'));
    }
  });
  file.once('close', () => call.succeed());
  // Nobody may be listening any more when the deadline comes.
  file.on('error', () => {});
  source.pipe(file);
  return { contentType: firstValue(headers['content-type']) ?? '', length, body: file };
}
