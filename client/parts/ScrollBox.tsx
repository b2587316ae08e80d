import type { ReactNode } from 'react';

type ScrollBoxOptions = { className: string; label: string; children: ReactNode };

/** Focusable: the keyboard must be able to scroll it. */
export function ScrollBox({ className, label, children }: ScrollBoxOptions) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- fieldset is for fields
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
