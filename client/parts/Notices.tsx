import { Picture } from './Picture.tsx';
import { pictureName, recordName } from './record-name.ts';
import { RecordLink } from './RecordLink.tsx';
import { RecordLinks } from './RecordLinks.tsx';
import { LongText } from './LongText.tsx';
import { usePage } from '../page-context.tsx';
import { useList } from '../queries.ts';
import { useTranslation } from '../translation.tsx';
import { recordPath } from '../../shared/records/record-paths.ts';
import type { Notice } from '../../shared/records/notices.ts';

/** A list in the page; scripts/popups.ts opens it as a dialog. */
export function Notices() {
  const notices = useList('notification');
  const { t } = useTranslation();
  if (notices.length === 0) return null;
  return (
    <section className="notices" data-section="notices" aria-labelledby="notices-title">
      <div className="section-inner">
        <h2 className="notices-title" id="notices-title">
          {t('Notices')}
        </h2>
        <ul
          className="notices-list"
          data-enhance="popups"
          data-when="now"
          data-popup="notices"
          data-popup-title={t('Notices')}
        >
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { title, description, image, attachment, link } = notice;
  const translation = useTranslation();
  const href = recordPath(usePage().campus, 'Notices', notice);
  return (
    <li className="notice" data-popup-item="">
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
          <h3 className="notice-title">
            <RecordLink href={href} text={title} />
          </h3>
        )}
        <LongText text={description} />
        <RecordLinks
          attachment={attachment}
          link={link}
          about={recordName(notice, 'Notice', translation)}
        />
      </div>
    </li>
  );
}
