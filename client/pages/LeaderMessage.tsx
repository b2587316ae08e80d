import { usePage } from '../page-context.tsx';

export function ChairmanMessage() {
  return <h1>{usePage().title}</h1>;
}

export function ChairpersonMessage() {
  return <h1>{usePage().title}</h1>;
}

export function AcademicHeadMessage() {
  return <h1>{usePage().title}</h1>;
}

export function PrincipalMessage() {
  return <h1>{usePage().title}</h1>;
}
