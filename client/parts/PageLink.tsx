import { Link, NavLink, type LinkProps } from 'react-router-dom';

/** A link to a page of this site. In the browser it is a plain one, as there is no router. */
export function PageLink(props: LinkProps) {
  return <Link {...props} discover="none" />;
}

/** The same for menus: on its own page it says so by `aria-current`, which also gives it its look. */
export function PageNavLink({ className, ...props }: LinkProps) {
  return <NavLink {...props} end discover="none" className={() => className} />;
}
