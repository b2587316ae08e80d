import type { ReactNode } from 'react';

type SectionOptions = {
  /** Sections of the home page have one; the id of their heading is `{name}-title`. */
  name?: string;
  /** Class of its ground, as `section-sunk`. */
  look?: string;
  /** Class of the box that keeps its content to the page's width. */
  inner?: string;
  children: ReactNode;
};

export function Section({ name, look, inner, children }: SectionOptions) {
  const Tag = name === undefined ? 'div' : 'section';
  return (
    <Tag
      className={look === undefined ? 'section' : `section ${look}`}
      data-section={name}
      aria-labelledby={name && `${name}-title`}
    >
      <div className={inner === undefined ? 'section-inner' : `section-inner ${inner}`}>
        {children}
      </div>
    </Tag>
  );
}
