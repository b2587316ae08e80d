import { usePage } from '../page-context.tsx';

export function Sports() {
  return <h1>{usePage().title}</h1>;
}
