import { Link, type LinkProps } from 'react-router-dom';

/** A link to a page of this site. In the browser it is a plain one, as there is no router. */
export function PageLink(props: LinkProps) {
  return <Link {...props} discover="none" />;
}
