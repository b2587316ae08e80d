import type { ReactNode } from 'react';

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
