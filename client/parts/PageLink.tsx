import { Link, type LinkProps } from 'react-router-dom';

/** A plain link in the browser, which has no router. */
export function PageLink(props: LinkProps) {
  return <Link {...props} discover="none" />;
}
