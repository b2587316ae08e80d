import type { ReactNode } from 'react';
import type { CarouselView } from './carousel-views.ts';
import { PauseButton } from './PauseButton.tsx';
import { ScrollBox } from './ScrollBox.tsx';

type Slide = {
  content: ReactNode;
  /** Is shown in a dialog too (enhance/popups.ts). */ isPopupItem?: boolean;
};

type CarouselOptions = {
  view: CarouselView;
  /** Names the carousel and, in lower case, its pause button. */
  label: string;
  slides: readonly Slide[];
  /** Stands below on the left, across from the pause button. */
  footer?: ReactNode;
};

/**
 * A row of slides that is scrolled by hand until Swiper takes it over (enhance/carousel.ts). Its class
 * names are Swiper's.
 */
export function Carousel({ view, label, slides, footer }: CarouselOptions) {
  return (
    <div className="carousel" data-enhance="carousel" data-view={view}>
      <ScrollBox className="swiper" label={label}>
        <ul className="swiper-wrapper">
          {slides.map(({ content, isPopupItem }, index) => (
            <li
              className="swiper-slide"
              // oxlint-disable-next-line react/no-array-index-key -- albums may have no id, or the same one
              key={index}
              data-popup-item={isPopupItem === true ? '' : undefined}
            >
              {content}
            </li>
          ))}
        </ul>
      </ScrollBox>
      <div className="carousel-footer">
        {footer}
        <PauseButton noun={label.toLowerCase()} />
      </div>
    </div>
  );
}
