import { usePage } from '../page-context.tsx';

export function News() {
  return <h1>{usePage().title}</h1>;
}
