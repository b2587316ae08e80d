import { Icon } from './Icon.tsx';
import { callLink } from '../../shared/links.ts';

/** @param purpose for screen readers */
export function PhoneLink({ phone, purpose }: { phone: string; purpose?: string }) {
  return (
    <a href={callLink(phone)} className="reach">
      <Icon name="phone" />
      {purpose !== undefined && <span className="visually-hidden">{purpose}: </span>}
      {phone}
    </a>
  );
}
