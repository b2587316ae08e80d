import { usePage } from '../page-context.tsx';

export function Events() {
  return <h1>{usePage().title}</h1>;
}
