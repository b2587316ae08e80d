import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { campusPath } from '../../../shared/campuses.ts';

type MoreLinkOptions = { page: string; label?: string; about: string };

/** `about` is for screen readers. */
export function MoreLink({ page, label, about }: MoreLinkOptions) {
  const { t, path } = useTranslation();
  return (
    <a className="more" href={path(campusPath(usePage().campus, page))}>
      {label ?? t('Read More')}
      <span className="visually-hidden">{` ${about}`}</span>
    </a>
  );
}
