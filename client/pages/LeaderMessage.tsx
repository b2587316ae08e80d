import { Suspense } from 'react';
import { LEADER_LABELS, leaderCard } from '../../shared/leader-cards.ts';
import { htmlToText } from '../../shared/plain-text.ts';
import { definePage } from '../define-page.ts';
import { Loading } from '../parts/Loading.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { RecordPicture } from '../parts/Picture.tsx';
import { Related } from '../parts/Related.tsx';
import { Prose, ProviderHtml } from '../parts/RichText.tsx';
import { Section } from '../parts/Section.tsx';
import { useCampus, useProse } from '../page-context.tsx';
import { useList } from '../queries.ts';
import { useTranslation } from '../translation.tsx';
import { LanguageNote, MixedText } from '../parts/MixedText.tsx';
import type { ProseName } from '../../shared/prose.ts';
import type { LeaderRole } from '../../shared/records/leaders.ts';
import { baseDirection } from '../../shared/script-runs.ts';

export const chairmanMessage = messagePage('Chairman', 'chairman-message');
export const chairpersonMessage = messagePage('Chairperson', 'chairperson-message');
export const academicHeadMessage = messagePage('AcademicHead', 'academic-head-message');
export const principalMessage = messagePage('Principal', 'principal-message');

function messagePage(role: LeaderRole, prose: ProseName) {
  return definePage({
    title: `${LEADER_LABELS[role]} Message`,
    lists: ['principalMessage'],
    Component: () => (
      <>
        <PageHeader />
        <Section inner="with-related">
          <Suspense fallback={<Loading />}>
            <LeaderText role={role} prose={prose} />
          </Suspense>
          <Related />
        </Section>
      </>
    ),
  });
}

/** */
function LeaderText({ role, prose }: { role: LeaderRole; prose: ProseName }) {
  const { t } = useTranslation();
  const leader = leaderCard(role, useList('principalMessage'), useCampus());
  const { blocks } = useProse(prose);
  const { name, designation, photo, portrait } = leader;
  const messageHtml = t(leader.messageHtml);
  const messageText = htmlToText(messageHtml);
  return (
    <div className="leader-message">
      <figure className="leader-author">
        <RecordPicture
          file={photo}
          fallback={portrait}
          alt=""
          ratio="4:5"
          sizes="(min-width: 58rem) 16rem, 8rem"
          widest={640}
          priority
        />
        <figcaption>
          <strong className="leader-name" dir={baseDirection(name)}>
            <MixedText text={t(name)} />
          </strong>
          {designation !== '' && (
            <span className="quiet">
              <MixedText text={t(designation)} />
            </span>
          )}
        </figcaption>
      </figure>
      <div className="leader-text">
        {messageText === '' ? (
          <div className="leader-signed">
            <Prose blocks={blocks} />
          </div>
        ) : (
          <>
            <LanguageNote text={messageText} />
            <ProviderHtml html={messageHtml} />
          </>
        )}
      </div>
    </div>
  );
}
