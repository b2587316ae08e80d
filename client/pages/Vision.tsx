import { usePage } from '../page-context.tsx';

export function Vision() {
  return <h1>{usePage().title}</h1>;
}
