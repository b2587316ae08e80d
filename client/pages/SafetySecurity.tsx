import { usePage } from '../page-context.tsx';

export function SafetySecurity() {
  return <h1>{usePage().title}</h1>;
}
