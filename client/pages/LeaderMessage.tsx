import type { ReactNode } from 'react';
import { leadersOf } from './home/leaders.ts';
import { textOfHtml } from './home/plain-text.ts';
import { definePage } from '../define-page.ts';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Picture, SitePicture } from '../parts/Picture.tsx';
import { Prose } from '../parts/Prose.tsx';
import { ProviderHtml } from '../parts/ProviderHtml.tsx';
import { Section } from '../parts/Section.tsx';
import { useCampus, useProse } from '../page-context.tsx';
import { useList } from '../queries.ts';
import type { ProseName } from '../../shared/content.ts';
import type { LeaderRole } from '../../shared/records.ts';

export const chairmanMessage = messagePage('Chairman Message', {
  role: 'Chairman',
  prose: 'chairman-message',
});

export const chairpersonMessage = messagePage('Chairperson Message', {
  role: 'Chairperson',
  prose: 'chairperson-message',
});

export const academicHeadMessage = messagePage('Academic Head Message', {
  role: 'AcademicHead',
  prose: 'academic-head-message',
});

export const principalMessage = messagePage('Principal Message', {
  role: 'Principal',
  prose: 'principal-message',
});

type MessageOptions = { role: LeaderRole; prose: ProseName };

function messagePage(title: string, options: MessageOptions) {
  return definePage({
    title,
    lists: ['principalMessage'],
    Component: () => <MessagePage {...options} />,
  });
}

function MessagePage(options: MessageOptions) {
  return (
    <>
      <PageHeader />
      <div className="section">
        <div className="section-inner">
          <Section fallback={<p className="empty">One moment …</p>}>
            <Message {...options} />
          </Section>
        </div>
      </div>
    </>
  );
}

/**
 * The campus's first record of the role, with the built-in text where it has no message; like the
 * home page fills what a record lacks.
 */
function Message({ role, prose }: MessageOptions) {
  const leader = leadersOf(useList('principalMessage'), useCampus()).find(
    (record) => record.role === role,
  );
  const { blocks } = useProse(prose);
  if (leader === undefined) return null;
  const { name, designation, photo, portrait, messageHtml } = leader;
  return (
    <Letter
      portrait={
        photo === null ? (
          <SitePicture name={portrait} alt={name} ratio="4:5" priority />
        ) : (
          <Picture
            file={photo}
            alt={name}
            ratio="4:5"
            sizes="(min-width: 26rem) 22.5rem, 91vw"
            widest={960}
            priority
          />
        )
      }
      name={name}
      designation={designation}
    >
      {textOfHtml(messageHtml) === '' ? (
        <div className="leader-signed">
          <Prose blocks={blocks} />
        </div>
      ) : (
        <ProviderHtml html={messageHtml} />
      )}
    </Letter>
  );
}

type LetterOptions = {
  portrait: ReactNode;
  name: string;
  designation: string;
  children: ReactNode;
};

function Letter({ portrait, name, designation, children }: LetterOptions) {
  return (
    <article className="leader-message">
      <figure className="leader-author">
        {portrait}
        <figcaption>
          <strong className="leader-name">{name}</strong>
          {designation !== '' && <span className="quiet">{designation}</span>}
        </figcaption>
      </figure>
      <div className="leader-text">{children}</div>
    </article>
  );
}
