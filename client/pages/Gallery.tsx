import { usePage } from '../page-context.tsx';

export function Gallery() {
  return <h1>{usePage().title}</h1>;
}
