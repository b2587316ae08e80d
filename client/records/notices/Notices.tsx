import { CardText, CardTextLink, cardText } from '../CardText.tsx';
import { ListLayout } from '../list-page.tsx';
import { definePage } from '../../define-page.ts';
import { usePage } from '../../page-context.tsx';
import { LinkedText } from '../../parts/LinkedText.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { RecordLinks } from '../../parts/RecordLinks.tsx';
import { pictureName, recordName } from '../../../shared/records/record-name.ts';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { recordPath } from '../../../shared/records/record-paths.ts';
import { isAboutAdmission, type Notice } from '../../../shared/records/notices.ts';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';
import { baseDirection } from '../../../shared/script-runs.ts';

export const notices = definePage({
  title: RECORD_KINDS.Notices.title,
  lists: ['notification'],
  Component: () => (
    <ListLayout segment="Notices">
      <NoticeList />
    </ListLayout>
  ),
});

function NoticeList() {
  const { campus } = usePage();
  const all = useList('notification');
  const translation = useTranslation();
  const { t } = translation;
  if (all.length === 0) return <p className="empty">{t('There are no notices at the moment.')}</p>;
  return (
    <ul className="record-list" data-unsearched="">
      {all.map((notice) => {
        const href = recordPath(campus, 'Notices', notice);
        const name = recordName(notice, 'Notice', translation);
        return (
          <li key={notice.id}>
            <h2 className="card-title" dir={baseDirection(name)}>
              <RecordLink href={href} text={name} />
            </h2>
            {notice.title !== '' && <CardText card={{ ...notice, href }} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A section of the home pages; scripts/popups.ts opens it as a dialog. */
export function Notices() {
  const all = useList('notification');
  const { t } = useTranslation();
  if (all.length === 0) return null;
  return (
    <section className="notices" data-section="notices" aria-labelledby="notices-title">
      <h2 className="notices-title" id="notices-title">
        {t('Notices')}
      </h2>
      <ul
        data-unsearched=""
        className="notices-list"
        data-enhance="popups"
        data-when="now"
        data-popup="notices"
        data-popup-title={t('Notices')}
      >
        {all.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { title, description, image, attachment, link } = notice;
  const translation = useTranslation();
  const href = recordPath(usePage().campus, 'Notices', notice);
  return (
    <li className="notice" data-popup-item={isAboutAdmission(notice) ? 'first' : ''}>
      {image !== null && (
        <Picture
          file={image}
          alt={pictureName(notice, 'Notice', translation)}
          ratio="3:2"
          sizes="8rem"
          widest={1280}
        />
      )}
      <div className="notice-text">
        {title !== '' && (
          <h3 className="notice-title" dir={baseDirection(title)}>
            <RecordLink href={href} text={title} className="card-link" />
          </h3>
        )}
        {/* For the dialog, where the card has only the beginning. */}
        {cardText({ description, href }) !== description && (
          <p className="whole-text" dir={baseDirection(description)} hidden>
            <LinkedText text={description} />
          </p>
        )}
        {title === '' ? (
          <CardTextLink card={{ description, href }} />
        ) : (
          <CardText card={{ description, href }} />
        )}
        <RecordLinks
          attachment={attachment}
          link={link}
          about={recordName(notice, 'Notice', translation)}
        />
      </div>
    </li>
  );
}
