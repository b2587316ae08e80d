import { usePage } from '../page-context.tsx';

export function MandatoryDisclosure() {
  return <h1>{usePage().title}</h1>;
}
