import { usePage } from '../../page-context.tsx';
import { campusPath } from '../../../shared/campuses.ts';

type MoreLinkOptions = { page: string; label?: string; about: string };

/** From a section of a home page to the page with all of it; `about` tells screen readers which. */
export function MoreLink({ page, label = 'Read More', about }: MoreLinkOptions) {
  return (
    <a className="more" href={campusPath(usePage().campus, page)}>
      {label}
      <span className="visually-hidden">{` ${about}`}</span>
    </a>
  );
}
