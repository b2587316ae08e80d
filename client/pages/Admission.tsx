import { usePage } from '../page-context.tsx';

export function Admission() {
  return <h1>{usePage().title}</h1>;
}
