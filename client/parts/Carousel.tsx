import type { ReactNode } from 'react';
import { timingAttributes, type CarouselView } from '../scripts/motion/carousel-views.ts';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

type CarouselOptions = {
  view: CarouselView;
  /** Names the carousel and, in lower case, its pause button. */
  label: string;
  slides: readonly ReactNode[];
  /** How many of the first slides are shown in a dialog too (scripts/popups.ts). */
  popupItems?: number;
  emptyText: string;
  /** Stands below on the left, across from the place and the pause button. */
  footer?: ReactNode;
};

/** Scrolled by hand until Swiper, whose class names it has, starts. */
export function Carousel(options: CarouselOptions) {
  const { view, label, slides, popupItems = 0, emptyText, footer } = options;
  const { carousels } = usePage().content.site;
  const { t, number } = useTranslation();
  const count = slides.length;
  if (count === 0) {
    return (
      <>
        <p className="empty">{emptyText}</p>
        {footer !== undefined && <div className="carousel-footer">{footer}</div>}
      </>
    );
  }
  return (
    <div
      className="carousel"
      data-enhance="carousel"
      data-view={view}
      {...timingAttributes(carousels)}
    >
      <ScrollBox className="swiper" label={label}>
        <ul className="swiper-wrapper">
          {slides.map((slide, index) => (
            <li
              className="swiper-slide"
              // oxlint-disable-next-line react/no-array-index-key -- albums may have no id, or the same one
              key={index}
              data-popup-item={index < popupItems ? '' : undefined}
            >
              {slide}
            </li>
          ))}
        </ul>
      </ScrollBox>
      <div className="carousel-footer">
        {footer}
        {/* Shown when its script runs (scripts/carousel.ts). */}
        <label className="carousel-place reserved" hidden>
          <input
            type="range"
            min={1}
            max={count}
            defaultValue={1}
            aria-label={t('Slide of {label}', { label })}
            aria-valuetext={t('{number} of {count}', { number: 1, count })}
          />
          <span aria-hidden="true">{`${number(1)} / ${number(count)}`}</span>
        </label>
        <PauseButton noun={label.toLowerCase()} />
      </div>
    </div>
  );
}

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

/** Shown when its script runs (scripts/motion/pausable.ts). */
export function PauseButton({ noun }: { noun: string }) {
  const { t } = useTranslation();
  return (
    <button
      className="pause-button reserved"
      type="button"
      data-noun={noun}
      aria-label={t('Pause {noun}', { noun })}
      hidden
    />
  );
}
