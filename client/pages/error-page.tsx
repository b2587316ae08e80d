import type { ReactNode } from 'react';
import { definePage } from '../define-page.ts';
import { CampusButtons } from '../parts/CampusButtons.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';

type ErrorPageOptions = {
  status: number;
  title: string;
  heading: string;
  text: string;
  picture?: ReactNode;
  /** Further ways on, before those home. */
  children?: ReactNode;
};

export function errorPage({ status, title, heading, text, picture, children }: ErrorPageOptions) {
  return definePage({
    title,
    isIndexed: false,
    Component: () => <ErrorPage />,
  });

  function ErrorPage() {
    const { t } = useTranslation();
    return (
      <Section look="error-page">
        <div>
          <p className="eyebrow">{status}</p>
          <h1>{t(heading)}</h1>
          <p className="lede">{t(text)}</p>
          {children}
          <CampusButtons />
        </div>
        {picture}
      </Section>
    );
  }
}
