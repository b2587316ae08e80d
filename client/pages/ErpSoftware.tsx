import { usePage } from '../page-context.tsx';

export function ErpSoftware() {
  return <h1>{usePage().title}</h1>;
}
