import { Icon } from './Icon.tsx';
import { callLink } from '../../shared/links.ts';

/** A telephone number that a phone calls. @param purpose said before it to those who hear the page. */
export function PhoneLink({ phone, purpose }: { phone: string; purpose?: string }) {
  return (
    <a href={callLink(phone)} className="reach">
      <Icon name="phone" />
      {purpose !== undefined && <span className="visually-hidden">{purpose}: </span>}
      {phone}
    </a>
  );
}
