import type { FormNotices } from '../../../shared/form-notices.ts';
import { inFile, problemAt, type Problem } from '../problem.ts';
import type { Tables } from '../tables/read-tables.ts';

type Row = NonNullable<Tables['formNotices']>[number];

const FORMS = ['getInTouch', 'career', 'admission', 'certificate'] as const;

/** Null without the table. */
export function readFormNotices(rows: readonly Row[] | null): {
  formNotices: FormNotices | null;
  problems: Problem[];
} {
  const [first] = rows ?? [];
  if (rows === null || first === undefined) return { formNotices: null, problems: [] };
  const of = (part: Row['values']['part']) => rows.filter(({ values }) => values.part === part);
  const items = (part: Row['values']['part']) =>
    of(part).map(({ values }) => ({ what: values.what ?? '', why: values.text }));
  const formNotices: FormNotices = {
    forms: {
      getInTouch: items('getInTouch'),
      career: items('career'),
      admission: items('admission'),
      certificate: items('certificate'),
    },
    common: items('common').map(({ what, why }) => ({ label: what, text: why })),
    children: of('children')[0]?.values.text ?? '',
  };
  const unnamed = rows.filter(
    ({ values }) => values.part !== 'children' && values.what === undefined,
  );
  const missing = [...FORMS, 'common' as const, 'children' as const].filter(
    (part) => of(part).length === 0,
  );
  return {
    formNotices,
    problems: [
      ...unnamed.map((row) => problemAt(row, { text: 'must have a text in the column What' })),
      ...inFile(
        first.file,
        missing.map((part) => ({ text: 'has no row of {part}', values: { part: NAMES[part] } })),
      ),
    ],
  };
}

const NAMES: Readonly<Record<Row['values']['part'], string>> = {
  getInTouch: 'Get In Touch',
  career: 'Career',
  admission: 'Admission',
  certificate: 'Certificate',
  common: 'All forms',
  children: 'About a child',
};
