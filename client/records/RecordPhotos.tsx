import { Picture } from '../parts/Picture.tsx';
import { useTranslation } from '../translation.tsx';
import { fileUrl, type FileId } from '../../shared/links.ts';

const FIRST_SIZES = '(min-width: 62rem) 44rem, 92vw';
const FURTHER_SIZES = '(min-width: 62rem) 14rem, 46vw';

type RecordPhotosOptions = { files: readonly FileId[]; /** Name of the record. */ about: string };

/** The first picture is not cropped: posters would lose words. */
export function RecordPhotos({ files, about }: RecordPhotosOptions) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className="photos record-photos" data-enhance="lightbox">
      {files.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a record may name a picture twice
        <li key={index}>
          <a href={fileUrl(file)}>
            <Picture
              file={file}
              alt={
                files.length === 1
                  ? about
                  : t('{record}, picture {number} of {count}', {
                      record: about,
                      number: index + 1,
                      count: files.length,
                    })
              }
              sizes={index === 0 ? FIRST_SIZES : FURTHER_SIZES}
              ratio={index === 0 ? 'own' : '4:3'}
              widest={index === 0 ? 1280 : 640}
              priority={index === 0}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
