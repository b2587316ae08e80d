import { chairmanPath, leadersOf } from './leaders.ts';
import { textOfBlocks, textOfHtml } from './plain-text.ts';
import { Portrait } from './LeaderCards.tsx';
import { useCampus, usePage, useProse } from '../../page-context.tsx';
import { excerpt } from '../../parts/excerpt.ts';
import { Section } from '../../parts/Section.tsx';
import { useList } from '../../queries.ts';
import { Skeleton } from './Skeleton.tsx';

/** Longest excerpt of the message, in characters. */
const MAX_EXCERPT = 460;

/** The chairman's message on the home page. */
export function Message() {
  return (
    <section
      className="section section-brand"
      data-section="message"
      aria-labelledby="message-title"
    >
      <div className="section-inner">
        <Section fallback={<Skeleton shape="lines" />}>
          <ChairmanExcerpt />
        </Section>
      </div>
    </section>
  );
}

function ChairmanExcerpt() {
  const { campus } = usePage();
  const { blocks } = useProse('chairman-message');
  const chairman = leadersOf(useList('principalMessage'), useCampus()).find(
    ({ role }) => role === 'Chairman',
  );
  if (!chairman) return null;
  return (
    <div className="message">
      <button
        className="message-button"
        type="button"
        aria-expanded="true"
        aria-controls="message-panel"
        data-enhance="message-panel"
        data-when="now"
      >
        <Portrait leader={chairman} sizes="(min-width: 48em) 22.5rem, 17rem" />
      </button>
      <div className="message-body">
        <h2 id="message-title">Chairman’s Message</h2>
        <div className="stack" id="message-panel">
          <blockquote className="message-text">
            <p>{excerpt(textOfHtml(chairman.messageHtml) || textOfBlocks(blocks), MAX_EXCERPT)}</p>
          </blockquote>
          <p className="message-name">
            <strong>{chairman.name}</strong>
            <span>{chairman.designation}</span>
          </p>
          <a className="button" href={chairmanPath(campus)}>
            Read More
            <span className="visually-hidden"> of the chairman’s message</span>
          </a>
        </div>
      </div>
    </div>
  );
}
