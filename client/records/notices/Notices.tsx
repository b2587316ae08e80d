import { ListLayout } from '../list-page.tsx';
import { definePage } from '../../define-page.ts';
import { usePage } from '../../page-context.tsx';
import { excerpt } from '../../parts/excerpt.ts';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { recordName } from '../../parts/record-name.ts';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { recordPath } from '../../../shared/records/record-paths.ts';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';

/** Characters. */
const MAX_BEGINNING = 240;

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
    <ul className="record-list">
      {all.map((notice) => {
        const href = recordPath(campus, 'Notices', notice);
        const name = recordName(notice, 'Notice', translation);
        return (
          <li key={notice.id}>
            <h2 className="card-title">
              <RecordLink href={href} text={name} />
            </h2>
            {notice.title !== '' && (
              <p>
                <MixedText text={excerpt(notice.description, MAX_BEGINNING)} />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
