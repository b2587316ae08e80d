import { usePage } from '../page-context.tsx';

export function Infrastructure() {
  return <h1>{usePage().title}</h1>;
}
