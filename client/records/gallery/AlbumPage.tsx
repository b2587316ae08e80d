import type { ReactNode } from 'react';
import { describeRecord, Photos, RecordNeighbours, RecordNotFound } from '../record-page.tsx';
import { definePage, type Subject } from '../../define-page.ts';
import { DefinitionList } from '../../parts/DefinitionList.tsx';
import { FileLink } from '../../parts/FileLink.tsx';
import { CampusLink } from '../../parts/CampusLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { RecordText } from '../../parts/RichText.tsx';
import { Section } from '../../parts/Section.tsx';
import { Share } from '../../parts/Share.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { formatSlashed } from '../../../shared/dates.ts';
import { newestFirst } from '../../../shared/records/order.ts';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';

const { title: TITLE, name: KIND } = RECORD_KINDS.Gallery;

/** Widths of a photo in the grid: half a phone's screen, a third of a tablet's and of the page. */
const SIZES = '(min-width: 48rem) 25rem, (min-width: 34rem) 31vw, 46vw';

/** Photos that are in the first screen of any device. */
const FIRST_SCREEN = 4;

/** subGallery has the album; the gallery has its neighbours. */
export const albumPage = definePage({
  title: TITLE,
  lists: ['subGallery', 'galleryAll'],
  subject: albumSubject('path'),
  Component: () => <AlbumPage neighbours={<AlbumNeighbours />} />,
});

/** One album by the `id` of its query; albums have this address and one below the gallery. */
export const subGallery = definePage({
  title: TITLE,
  lists: ['subGallery'],
  subject: albumSubject('query'),
  searchKeys: ['id'],
  Component: AlbumPage,
});

/** An album has two addresses. */
function albumSubject(namedIn: Subject['namedIn']): Subject {
  return {
    lists: ['subGallery'],
    namedIn,
    describe(read, { campus }) {
      const [album] = read('subGallery');
      return album && describeRecord('Gallery', album, campus);
    },
  };
}

function AlbumNeighbours() {
  return <RecordNeighbours segment="Gallery" records={newestFirst(useList('galleryAll'))} />;
}

function AlbumPage({ neighbours }: { neighbours?: ReactNode }) {
  const translation = useTranslation();
  const { t, date, number } = translation;
  const [album] = useList('subGallery');
  if (album === undefined) return <RecordNotFound segment="Gallery" />;
  const { description, day, download, images } = album;
  const title = recordName(album, KIND, translation);
  const value = day !== null && <time dateTime={day}>{date(formatSlashed(day))}</time>;
  const names = day === null ? [] : [t('Event Date'), t('Updated On')];
  const dates = names.map((name) => ({ name, value }));
  return (
    <>
      <PageHeader title={title} parent="Gallery">
        <CampusLink page="Gallery" className="back-link">
          <Icon name="back" />
          {t('Back to the photo gallery')}
        </CampusLink>
      </PageHeader>
      <Section look="list-section">
        <div className="album-head">
          <DefinitionList
            className="album-facts row"
            entries={[...dates, { name: t('Total Photos'), value: number(images.length) }]}
          />
          <RecordText text={description} />
          {download !== null && (
            <p>
              <FileLink
                href={download}
                label={t('Download Photos')}
                icon="download"
                about={title}
              />
            </p>
          )}
        </div>
        {images.length === 0 ? (
          <p className="empty">{t('The photos of this album are loading.')}</p>
        ) : (
          <Photos
            className="photos"
            files={images}
            when="now"
            pictureAt={(index) => ({
              alt: t('{album}, photo {number} of {count}', {
                album: title,
                number: index + 1,
                count: images.length,
              }),
              sizes: SIZES,
              widest: 960,
              priority: index < FIRST_SCREEN,
            })}
          />
        )}
        <Share title={title} />
        {neighbours}
      </Section>
    </>
  );
}
