import { definePage } from '../define-page.ts';
import type { ReactNode } from 'react';
import { FileLink } from '../lists/FileLink.tsx';
import { LongText } from '../lists/LongText.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { recordName } from '../parts/record-name.ts';
import { Picture } from '../parts/Picture.tsx';
import { usePage } from '../page-context.tsx';
import { useList } from '../queries.ts';
import { campusPath } from '../../shared/campuses.ts';
import { formatSlashed } from '../../shared/dates.ts';
import { fileUrl } from '../../shared/links.ts';
import type { Album } from '../../shared/records.ts';

/** What an album is called in its heading and title. */
export function albumName(album: Pick<Album, 'title' | 'description' | 'day'>): string {
  return recordName(album, 'Photo album');
}

/** One album of the gallery, by the `id` of its address. */
export const subGallery = definePage({
  title: 'Photo Gallery',
  lists: ['subGallery'],
  subject: 'subGallery',
  searchKeys: ['id'],
  Component: SubGallery,
});

function SubGallery() {
  const { search } = usePage();
  const [album] = useList('subGallery', search.id ?? '');
  return album === undefined ? <AlbumNotFound /> : <AlbumPage album={album} />;
}

function AlbumPage({ album }: { album: Album }) {
  const { description, day, download, photos } = album;
  const title = albumName(album);
  return (
    <>
      <PageHeader title={title}>
        <BackToGallery />
      </PageHeader>
      <div className="section list-section">
        <div className="section-inner">
          <div className="album-head">
            <dl className="album-facts">
              {day !== null && (
                <>
                  <Fact name="Event Date">
                    <time dateTime={day}>{formatSlashed(day)}</time>
                  </Fact>
                  <Fact name="Updated On">
                    <time dateTime={day}>{formatSlashed(day)}</time>
                  </Fact>
                </>
              )}
              <Fact name="Total Photos">{photos.length}</Fact>
            </dl>
            <div className="album-text">
              <LongText text={description} />
            </div>
            {download !== null && (
              <p>
                <FileLink href={download} label="Download Photos" icon="download" about={title} />
              </p>
            )}
          </div>
          {photos.length === 0 ? (
            <p className="empty">The photos of this album are on their way.</p>
          ) : (
            <Photos album={album} />
          )}
        </div>
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Widths of a photo in the grid: half a phone's screen, a third of a tablet's, a fifth of the page. */
const SIZES = '(min-width: 48rem) 19rem, (min-width: 34rem) 31vw, 46vw';

/** Every eighth photo of a larger album takes two columns and rows where there is room (lists/album.css). */
const LARGE_SIZES = '(min-width: 48rem) 38rem, (min-width: 34rem) 31vw, 46vw';
const LARGE_EVERY = 8;
const LARGE_FROM = 5;

/** Photos that are in the first screen of any device. */
const FIRST_SCREEN = 4;

function Photos({ album }: { album: Album }) {
  return (
    <ul className="photos" data-enhance="lightbox" data-when="now">
      {album.photos.map((photo, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an album may hold a photo twice
        <li key={index}>
          <a href={fileUrl(photo)}>
            <Picture
              file={photo}
              alt={`${albumName(album)}, photo ${index + 1} of ${album.photos.length}`}
              sizes={
                index % LARGE_EVERY === 0 && album.photos.length >= LARGE_FROM ? LARGE_SIZES : SIZES
              }
              ratio="4:3"
              widest={960}
              priority={index < FIRST_SCREEN}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function BackToGallery() {
  return (
    <a className="back-link" href={campusPath(usePage().campus, 'Gallery')}>
      <Icon name="back" />
      Back to the photo gallery
    </a>
  );
}

/** Shown with status 404 for an id that no album has, and with 503 while it cannot be known. */
function AlbumNotFound() {
  return (
    <PageHeader
      title="Album not found"
      lede="It may have been renamed or taken down, or it is out of reach for a moment. All albums of this campus are in its photo gallery."
    >
      <BackToGallery />
    </PageHeader>
  );
}
