import { Icon } from './Icon.tsx';
import { callLink } from '../../shared/links.ts';

/** A link that calls a number. @param purpose announced before it by screen readers. */
export function PhoneLink({ phone, purpose }: { phone: string; purpose?: string }) {
  return (
    <a href={callLink(phone)} className="reach">
      <Icon name="phone" />
      {purpose !== undefined && <span className="visually-hidden">{purpose}: </span>}
      {phone}
    </a>
  );
}
