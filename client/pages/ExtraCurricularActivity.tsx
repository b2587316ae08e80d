import { usePage } from '../page-context.tsx';

export function ExtraCurricularActivity() {
  return <h1>{usePage().title}</h1>;
}
