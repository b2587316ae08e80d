import { Link, type LinkProps } from 'react-router-dom';

/** A link of the menu or the breadcrumb. In the browser it is a plain one, as there is no router. */
export function PageLink(props: LinkProps) {
  return <Link {...props} discover="none" />;
}
