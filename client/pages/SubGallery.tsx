import { usePage } from '../page-context.tsx';

export function SubGallery() {
  return <h1>{usePage().title}</h1>;
}
