import type { ReactNode } from 'react';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Picture, SitePicture } from '../parts/Picture.tsx';
import { Prose } from '../parts/Prose.tsx';
import { ProviderHtml } from '../parts/ProviderHtml.tsx';
import { Section } from '../parts/Section.tsx';
import { useCampus, useProse } from '../page-context.tsx';
import { useList } from '../queries.ts';
import type { ProseName } from '../../shared/content.ts';
import type { Leader, LeaderRole } from '../../shared/records.ts';

export function ChairmanMessage() {
  return <MessagePage post="Chairman" prose="chairman-message" />;
}

export function ChairpersonMessage() {
  return <MessagePage post="Chairperson" prose="chairperson-message" />;
}

export function AcademicHeadMessage() {
  return <MessagePage post="AcademicHead" prose="academic-head-message" />;
}

export function PrincipalMessage() {
  return <MessagePage post="Principal" prose="principal-message" />;
}

type MessageOptions = { post: LeaderRole; prose: ProseName };

function MessagePage(options: MessageOptions) {
  return (
    <>
      <PageHeader />
      <div className="band">
        <div className="band-inner">
          <Section fallback={<p className="empty">One moment …</p>}>
            <Message {...options} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** The campus's first record of the role, or the built-in text (SPEC §4). */
function Message({ post, prose }: MessageOptions) {
  const leader = useList('principalMessage').find((record) => record.role === post);
  return leader === undefined ? (
    <DefaultMessage post={post} prose={prose} />
  ) : (
    <ProviderMessage leader={leader} />
  );
}

function ProviderMessage({ leader }: { leader: Leader }) {
  const standIn = useCampus().leaders[leader.role];
  const name = leader.name || standIn.name;
  return (
    <Letter
      portrait={
        leader.photo === null ? (
          <SitePicture name={standIn.photo} alt={name} ratio="4:5" priority />
        ) : (
          <Picture
            file={leader.photo}
            alt={name}
            ratio="4:5"
            sizes="(min-width: 26rem) 22.5rem, 91vw"
            widest={960}
            priority
          />
        )
      }
      name={name}
      designation={leader.designation}
    >
      <ProviderHtml html={leader.messageHtml} />
    </Letter>
  );
}

function DefaultMessage({ post, prose }: MessageOptions) {
  const { name, designation, photo } = useCampus().leaders[post];
  return (
    <Letter
      portrait={<SitePicture name={photo} alt={name} ratio="4:5" priority />}
      name={name}
      designation={designation}
    >
      <div className="letter-signed">
        <Prose blocks={useProse(prose).blocks} />
      </div>
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
    <article className="letter">
      <figure className="letter-author">
        {portrait}
        <figcaption>
          <strong className="letter-name">{name}</strong>
          {designation !== '' && <span className="quiet">{designation}</span>}
        </figcaption>
      </figure>
      <div className="letter-text">{children}</div>
    </article>
  );
}
