/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
/* oxlint-disable typescript/no-unnecessary-condition -- The types of pdf.js have no null for what a file lacks. */
// Reads PDFs in a thread of its own, which is ended when one takes too long or too much memory.
import { parentPort } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';

const MAX_AUTHOR = 80;

/**
 * @param {Uint8Array} file
 * @returns {Promise<import('./read-pdf.ts').PdfFacts>}
 */
async function read(file) {
  const pdf = await getDocumentProxy(file);
  const { text } = await extractText(pdf, { mergePages: true });
  const { info, metadata } = await pdf.getMetadata();
  const people = [info?.Author, info?.Custom?.Manager, metadata?.get('dc:creator')].flat();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const comments = await (await pdf.getPage(number)).getAnnotations();
    people.push(...comments.map((comment) => comment.titleObj?.str));
  }
  const names = people.filter((name) => typeof name === 'string' && name.trim() !== '');
  const author = [...new Set(names)].join(', ').slice(0, MAX_AUTHOR) || null;
  await pdf.loadingTask.destroy();
  return { problem: null, text, author };
}

function problemOf(error) {
  const problem = error?.name === 'PasswordException' ? 'password' : 'damaged';
  return { problem, text: '', author: null };
}

parentPort?.on('message', (file) => {
  void read(file)
    .catch(problemOf)
    .then((facts) => parentPort?.postMessage(facts));
});
