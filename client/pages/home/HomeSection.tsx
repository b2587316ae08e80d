import type { ReactNode } from 'react';
import { CampusLink } from '../../parts/CampusLink.tsx';

type HomeSectionOptions = {
  /** Of the section in the page; its heading has the id `{name}-title`. */
  name: string;
  look?: string;
  /** Class of the box that keeps its content to the page's width. */
  inner?: string;
  children: ReactNode;
};

export function HomeSection({ name, look = 'section', inner, children }: HomeSectionOptions) {
  return (
    <section className={look} data-section={name} aria-labelledby={`${name}-title`}>
      <div className={inner === undefined ? 'section-inner' : `section-inner ${inner}`}>
        {children}
      </div>
    </section>
  );
}

/** Placeholder of a list that is loading. */
export function Skeleton({ shape }: { shape: 'cards' | 'lines' }) {
  return <div className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}

type MoreLinkOptions = { page: string; label: string; about: string };

/** `about` is for screen readers. */
export function MoreLink({ page, label, about }: MoreLinkOptions) {
  return (
    <CampusLink page={page} className="more">
      {label}
      <span className="visually-hidden">{` ${about}`}</span>
    </CampusLink>
  );
}
