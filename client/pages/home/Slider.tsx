import { useCampus } from '../../page-context.tsx';
import { timingAttributes } from '../../scripts/motion/carousel-views.ts';
import { PauseButton, ScrollBox } from '../../parts/Carousel.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { useTranslation } from '../../translation.tsx';

export function Slider({ isFirstScreen }: { isFirstScreen: boolean }) {
  const { slides, slider } = useCampus();
  const { t, number } = useTranslation();
  return (
    <section
      className="slider"
      data-section="slider"
      data-enhance="carousel"
      data-view="slider"
      {...timingAttributes(slider)}
      aria-roledescription={t('carousel')}
      aria-label={t('Life on our campus')}
    >
      <div className="slider-controls">
        <TurnButton turn="previous" />
        <span className="slider-count">{`${number(1)} / ${number(slides.length)}`}</span>
        <TurnButton turn="next" />
        <span className="visually-hidden" aria-live="polite" />
        <PauseButton noun={t('slider')} />
      </div>
      <ScrollBox className="swiper" label={t('Slides')}>
        <ul className="swiper-wrapper">
          {slides.map(({ picture, alt, focus, title, text }, index) => (
            <li className="swiper-slide" key={picture}>
              <SitePicture
                name={picture}
                alt={alt}
                focus={focus}
                className="slide-picture"
                priority={isFirstScreen && index === 0}
              />
              <div className="slide-text">
                <p className="slide-title">
                  <MixedText text={title} />
                </p>
                <p>
                  <MixedText text={text} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      </ScrollBox>
    </section>
  );
}

function TurnButton({ turn }: { turn: 'previous' | 'next' }) {
  const { t } = useTranslation();
  return (
    <button
      className="turn-button reserved"
      type="button"
      data-turn={turn}
      aria-label={turn === 'next' ? t('Next slide') : t('Previous slide')}
      hidden
    >
      <Icon name={turn === 'next' ? 'arrow' : 'back'} />
    </button>
  );
}
