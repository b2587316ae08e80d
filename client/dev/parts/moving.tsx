import {
  EVENT,
  EVENTS,
  Example,
  HINDI,
  LONG,
  NEWS,
  SHORT,
  withSite,
  type PartStates,
} from './examples.tsx';
import { EventCard, toEventCards } from '../../lists/EventCard.tsx';
import { useCampus, usePage } from '../../page-context.tsx';
import { Slider } from '../../pages/home/Slider.tsx';
import { Carousel } from '../../parts/Carousel.tsx';
import { CAROUSEL_VIEWS, type CarouselView } from '../../parts/carousel-views.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { MovementSwitch } from '../../parts/MovementSwitch.tsx';
import { NewsTicker } from '../../parts/NewsTicker.tsx';
import { Notices } from '../../parts/Notices.tsx';
import { PauseButton } from '../../parts/PauseButton.tsx';
import { ScrollBox } from '../../parts/ScrollBox.tsx';

const VIEWS = Object.keys(CAROUSEL_VIEWS) as CarouselView[];
const READ_MORE = (
  <a className="more" href="/Events">
    Read More
  </a>
);

/** What moves and what opens. The dialog of the notices opens by itself. */
export const moving: PartStates = {
  Slider: { one: <Slides count={1} />, many: <Slides count={7} /> },
  Carousel: Object.fromEntries(
    VIEWS.flatMap((view) =>
      [0, 1, 7].map((count) => [
        `${view}, ${count}`,
        <Cards key={count} view={view} count={count} />,
      ]),
    ),
  ),
  NewsTicker: {
    none: <NewsTicker news={[]} footer={READ_MORE} />,
    one: <NewsTicker news={NEWS.slice(0, 1)} footer={READ_MORE} />,
    many: (
      <NewsTicker
        news={NEWS.map((item, index) => ({ ...item, id: `${index}` }))}
        footer={READ_MORE}
      />
    ),
  },
  MovementSwitch: {
    always: (
      <div className="strip">
        <MovementSwitch />
      </div>
    ),
  },
  PauseButton: { 'hidden until its script runs': <PauseButton noun={SHORT} /> },
  ScrollBox: {
    'more than fits': (
      <ScrollBox className="news-window" label={SHORT}>
        {LONG.repeat(20)}
      </ScrollBox>
    ),
  },
  Notices: {
    'short, long, in Hindi, bare': (
      <Example
        lists={{ notification: EVENTS.map((event, index) => ({ ...event, id: `${index}` })) }}
      >
        <Notices />
      </Example>
    ),
  },
  Dialog: {
    opens: (
      <button type="button" className="button" popoverTarget="dialog-part">
        Open
      </button>
    ),
    'as it is open': (
      <div className="parts-open">
        <Dialog id="dialog-part" title={LONG}>
          <p>{LONG.repeat(3)}</p>
          {READ_MORE}
        </Dialog>
      </div>
    ),
  },
};

function Slides({ count }: { count: number }) {
  const { campus, content } = usePage();
  const { slides, ...here } = useCampus();
  const many = Array.from({ length: count }, () => slides)
    .flat()
    .slice(0, count);
  const long = many.map((slide, index) => ({
    ...slide,
    title: index === 0 ? LONG : slide.title,
  }));
  const campuses = { ...content.site.campuses, [campus]: { ...here, slides: long } };
  return (
    <Example change={withSite({ campuses })}>
      <Slider isFirstScreen />
    </Example>
  );
}

function Cards({ view, count }: { view: CarouselView; count: number }) {
  const events = Array.from({ length: count }, (_, index) => ({
    ...(EVENTS[index % EVENTS.length] ?? EVENT),
    // A carousel's cards are as high as the highest.
    description: HINDI,
  }));
  return (
    <Carousel
      view={view}
      emptyText={LONG}
      label={`${view} ${count}`}
      slides={toEventCards(events, 'FARRUKHABAD').map((card) => ({
        content: <EventCard card={card} isFirst={false} id={undefined} />,
      }))}
      footer={READ_MORE}
    />
  );
}
