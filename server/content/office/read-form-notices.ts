import type { FormNotices } from '../../../shared/facts.ts';
import { inFile, problemAt, type Problem } from '../problem.ts';
import type { Tables } from '../tables/read-tables.ts';
import { NOTICE_PARTS } from '../tables/site-tables.ts';

type Row = NonNullable<Tables['formNotices']>[number];

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
  const missing = NOTICE_PARTS.filter(({ value }) => of(value).length === 0);
  return {
    formNotices,
    problems: [
      ...unnamed.map((row) => problemAt(row, { text: 'must have a text in the column What' })),
      ...inFile(
        first.file,
        missing.map(({ words: [part] }) => ({ text: 'has no row of {part}', values: { part } })),
      ),
    ],
  };
}
