import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { campusPath } from '../../../shared/campuses.ts';

type MoreLinkOptions = { page: string; label?: string; about: string };

/** From a section of a home page to the page with all of it; `about` tells screen readers which. */
export function MoreLink({ page, label, about }: MoreLinkOptions) {
  const { t, path } = useTranslation();
  return (
    <a className="more" href={path(campusPath(usePage().campus, page))}>
      {label ?? t('Read More')}
      <span className="visually-hidden">{` ${about}`}</span>
    </a>
  );
}
