import { usePage } from '../page-context.tsx';

export function LifeAtGis() {
  return <h1>{usePage().title}</h1>;
}
