import { usePage } from '../page-context.tsx';

export function Mission() {
  return <h1>{usePage().title}</h1>;
}
