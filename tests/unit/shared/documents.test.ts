import { CAMPUSES } from '../../../shared/campuses.ts';
import { expect, test } from 'vitest';
import {
  documentAt,
  documentFacts,
  documentPath,
  fileType,
  isDocument,
} from '../../../shared/documents.ts';

const document = {
  file: 'fee-structure.pdf',
  title: 'Fees',
  language: 'English',
  published: null,
  ofCampuses: CAMPUSES,
};
const facts = (bytes: number | null) => documentFacts({ ...document, bytes });

test('have their size in readable steps', () => {
  expect([0, 1_499, 1_500, 999_499, 999_500, 1_440_000, null].map(facts)).toEqual(
    (
      'PDF, 1 KB, English|PDF, 1 KB, English|PDF, 2 KB, English|PDF, 999 KB, English|' +
      'PDF, 1.0 MB, English|PDF, 1.4 MB, English|PDF, English'
    ).split('|'),
  );
});

test('have a page each, and are known by their link', () => {
  expect(documentPath('NEKPUR', 'fee-structure.pdf')).toBe('/nekhpur/Documents/fee-structure');
  expect(documentPath('FARRUKHABAD', 'a.pdf.pdf')).toBe('/Documents/a.pdf');
  expect(documentPath('FARRUKHABAD', 'a.pdf-b')).toBe('/Documents/a.pdf-b');
  const known = [
    { ...document, bytes: 1 },
    { ...document, file: 'b.pdf', bytes: 2 },
  ];
  expect(documentAt('/files/b.pdf', known)).toBe(known[1]);
  expect(documentAt('/files/c.pdf', known) ?? documentAt('b.pdf', known)).toBeUndefined();
});

test('the type of a file is the end of its id', () => {
  const ids = ['a.pdf', 'b/C.PDF', 'a.jpg', 'a.jpeg', 'a.png', 'a.webp'];
  expect(ids.map(fileType)).toEqual(['PDF', 'PDF', ...Array<string>(4).fill('picture')]);
  expect(['a.DOCX', 'a.xls', 'a.pptx'].map(fileType)).toEqual(['Word', 'Excel', 'PowerPoint']);
  expect(['a.mp4', 'pdf', 'a.pdf/b', '66f0', ''].map(fileType)).toEqual(Array(5).fill(null));
  expect(['a.pdf', 'a.docx', 'a.jpg', '66f0'].map(isDocument)).toEqual([true, true, false, false]);
});
