import { Suspense } from 'react';
import { CAMPUS_TABLE } from '../../../shared/campuses.ts';
import { leaderCard } from '../../../shared/leader-cards.ts';
import { messageExcerpt, blocksToText, htmlToText } from '../../../shared/plain-text.ts';
import { Portrait } from './About.tsx';
import { useCampus, usePage, useProse } from '../../page-context.tsx';
import { Skeleton } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { LanguageNote, MixedText } from '../../parts/MixedText.tsx';
import { baseDirection } from '../../../shared/script-runs.ts';

/** Characters. */
const MAX_EXCERPT = 300;

/** */
export function Message() {
  return (
    <Section name="message" look="section-brand">
      <Suspense fallback={<Skeleton shape="lines" />}>
        <ChairmanExcerpt />
      </Suspense>
    </Section>
  );
}

function ChairmanExcerpt() {
  const { campus } = usePage();
  const { t, path } = useTranslation();
  const { blocks } = useProse('chairman-message');
  const chairman = leaderCard('Chairman', useList('principalMessage'), useCampus());
  const message = htmlToText(t(chairman.messageHtml)) || blocksToText(blocks);
  return (
    <div className="message">
      <button
        className="message-button"
        type="button"
        aria-expanded="true"
        aria-labelledby="message-title"
        aria-controls="message-panel"
        data-enhance="message-panel"
        data-when="now"
      >
        <Portrait leader={chairman} sizes="(min-width: 48em) 12rem, 6rem" />
      </button>
      <div className="message-body">
        <h2 id="message-title">{t("Chairman's Message")}</h2>
        <div className="stack" id="message-panel" data-unsearched="">
          <LanguageNote text={message} />
          <blockquote className="message-text" dir={baseDirection(message)}>
            <p>
              <MixedText text={messageExcerpt(message, MAX_EXCERPT)} />
            </p>
          </blockquote>
          <div className="row">
            <a className="button" href={path(CAMPUS_TABLE[campus].chairmanPath)}>
              {t('Read More')}
              <span className="visually-hidden"> {t("of the chairman's message")}</span>
            </a>
            <p className="message-name">
              <strong>
                <MixedText text={t(chairman.name)} />
              </strong>
              <span>
                <MixedText text={t(chairman.designation)} />
              </span>
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}
