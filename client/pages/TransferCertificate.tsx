import { usePage } from '../page-context.tsx';

export function TransferCertificate() {
  return <h1>{usePage().title}</h1>;
}
