import { usePage } from '../page-context.tsx';

export function Chooser() {
  return <h1>{usePage().title}</h1>;
}
