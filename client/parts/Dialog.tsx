import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';

type DialogOptions = {
  /** A button with this `popoverTarget` opens it. */
  id: string;
  title: string;
  children: ReactNode;
};

/** A popover without a script, which scripts/popovers.ts makes modal. */
export function Dialog({ id, title, children }: DialogOptions) {
  const { t } = useTranslation();
  return (
    <dialog
      id={id}
      className="dialog"
      popover="auto"
      aria-labelledby={`${id}-title`}
      data-enhance="popovers"
      data-when="now"
    >
      <div className="dialog-head">
        <h2 id={`${id}-title`} className="dialog-title">
          {title}
        </h2>
        <button
          type="button"
          className="icon-button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('Close')}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="dialog-body stack">{children}</div>
    </dialog>
  );
}
