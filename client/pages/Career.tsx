import { usePage } from '../page-context.tsx';

export function Career() {
  return <h1>{usePage().title}</h1>;
}
