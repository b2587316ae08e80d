import { expect, test } from 'vitest';
import { formatFinding } from '../../../../server/content/problem.ts';
import { readStaff } from '../../../../server/content/staff.ts';

const HEAD = 'campus,person,designation,subjects,qualification';

test.each([
  ['commas and quotes', `${HEAD}\nNEKPUR,"Rao, Asha",PGT,Physics,"M.Sc., ""B.Ed."""\n`],
  [
    'Excel with semicolons, CRLF and a byte order mark',
    `\ufeff${HEAD.replaceAll(',', ';')}\r\nNEKPUR;Rao, Asha;PGT;Physics;"M.Sc., ""B.Ed."""\r\n;;;;\r\n`,
  ],
  ['tabs', `${HEAD.replaceAll(',', '\t')}\nNEKPUR\tRao, Asha\tPGT\tPhysics\t"M.Sc., ""B.Ed."""`],
  [
    'columns in another order and letter case, and one more',
    'Person,CAMPUS,note,designation,subjects,qualification\r"Rao, Asha",NEKPUR,x,PGT,Physics,"M.Sc., ""B.Ed."""',
  ],
])('reads %s', (_name, text) => {
  expect(readStaff(text)).toEqual({
    staff: [
      {
        campus: 'NEKPUR',
        person: 'Rao, Asha',
        designation: 'PGT',
        subjects: ['Physics'],
        qualification: 'M.Sc., "B.Ed."',
      },
    ],
    errors: [],
  });
});

test('accepts a campus in any letter case, and staff without a subject', () => {
  const { staff } = readStaff(`${HEAD}\nNekpur,Asha Rao,Librarian,,B.Lib.\n`);
  expect(staff[0]).toMatchObject({ campus: 'NEKPUR', subjects: [] });
});

test('keeps Devanagari, a line break in a cell and several subjects', () => {
  const { staff } = readStaff(`${HEAD}\nNEKPUR,"आशा\nराव",PGT,"हिंदी; संस्कृत",एम.ए.\n`);
  expect(staff[0]).toMatchObject({ person: 'आशा\nराव', subjects: ['हिंदी', 'संस्कृत'] });
});

const ERRORS: readonly (readonly [text: string, error: string])[] = [
  ['', 'line 1: must name the columns campus, person, designation, subjects, qualification'],
  ['name,subject\nA,B', 'line 1: must name the columns'],
  [`${HEAD}\nKANPUR,A,PGT,Physics,B.Ed.`, 'line 2, campus: must be one of'],
  [
    `${HEAD}\nNEKPUR,"A\nB",PGT,Physics,B.Ed.\nNEKPUR,C,,Physics,B.Ed.`,
    'line 4, designation: must',
  ],
  [`${HEAD}\nNEKPUR,A "B" C,PGT,Physics,B.Ed.`, 'line 2: has a quotation mark without its pair'],
  [`${HEAD}\nNEKPUR,A,PGT,Physics,M.Sc., B.Ed.`, 'line 2: has more cells than line 1'],
  [`${HEAD}\nNEKPUR,"A,PGT,Physics,B.Ed.`, 'line 2: has a quotation mark without its pair'],
  [`${HEAD}\nNEKPUR,\ufffd\ufffd,PGT,Physics,B.Ed.`, 'must be saved as "CSV UTF-8"'],
  [`c\0a\0m\0p\0u\0s\0`, 'must be saved as "CSV UTF-8"'],
];

test('names the line of what is wrong, and what is expected there', () => {
  expect(ERRORS.map(([text]) => [text, readStaff(text).errors.map(formatFinding)[0]])).toEqual(
    ERRORS.map(([text, error]) => [text, expect.stringContaining(error)]),
  );
});
