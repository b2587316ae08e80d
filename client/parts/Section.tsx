import type { ReactNode } from 'react';

type SectionOptions = {
  /** Class of its ground, as `section-sunk`. */
  look?: string;
  /** Class of the box that keeps its content to the page's width. */
  inner?: string;
  children: ReactNode;
};

export function Section({ look, inner, children }: SectionOptions) {
  return (
    <div className={look === undefined ? 'section' : `section ${look}`}>
      <div className={inner === undefined ? 'section-inner' : `section-inner ${inner}`}>
        {children}
      </div>
    </div>
  );
}
