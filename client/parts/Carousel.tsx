import type { ReactNode } from 'react';
import type { CarouselView } from './carousel-views.ts';
import { PauseButton } from './PauseButton.tsx';
import { ScrollBox } from './ScrollBox.tsx';

type Slide = { id: string; content: ReactNode };

type CarouselOptions = {
  view: CarouselView;
  /** Names the carousel and, in lower case, its pause button. */
  label: string;
  slides: readonly Slide[];
  /** Stands below on the left, across from the pause button. */
  foot?: ReactNode;
};

/**
 * A row of slides that is scrolled by hand until Swiper takes it over (enhance/carousel.ts). Its class
 * names are Swiper's. Slides carry their id, for dialogs that show them once more (enhance/popups.ts).
 */
export function Carousel({ view, label, slides, foot }: CarouselOptions) {
  return (
    <div className="carousel" data-enhance="carousel" data-view={view}>
      <ScrollBox className="swiper" label={label}>
        <ul className="swiper-wrapper">
          {slides.map(({ id, content }) => (
            <li className="swiper-slide" key={id} data-item={id}>
              {content}
            </li>
          ))}
        </ul>
      </ScrollBox>
      <div className="carousel-foot">
        {foot}
        <PauseButton noun={label.toLowerCase()} />
      </div>
    </div>
  );
}
