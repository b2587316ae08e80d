import { Picture } from './Picture.tsx';
import { RecordLinks } from './RecordLinks.tsx';
import { LongText } from '../lists/LongText.tsx';
import { useList } from '../queries.ts';

/** The notifications as a list in the page, and by enhance/popups.ts as a dialog that opens by itself. */
export function Notices() {
  const notices = useList('notification');
  if (notices.length === 0) return null;
  return (
    <section className="notices" data-section="notices" aria-labelledby="notices-title">
      <div className="band-inner">
        <h2 className="notices-title" id="notices-title">
          Notices
        </h2>
        <ul
          className="notices-list"
          data-enhance="popups"
          data-when="now"
          data-popup="notices"
          data-popup-title="Notices"
        >
          {notices.map(({ id, title, description, image, attachment, link }) => (
            <li className="notice" key={id} data-popup-item="">
              {image !== null && <Picture file={image} alt="" ratio="3:2" sizes="8rem" />}
              <div className="notice-text">
                <h3 className="notice-title">{title}</h3>
                <LongText text={description} />
                <RecordLinks attachment={attachment} link={link} about={title} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
