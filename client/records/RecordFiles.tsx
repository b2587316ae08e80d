import { AttachmentLink, FileLink } from '../parts/FileLink.tsx';
import { useTranslation } from '../translation.tsx';
import type { FileId } from '../../shared/links.ts';

type RecordFilesOptions = {
  attachments: readonly FileId[];
  link: string | null;
  /** Name of the record. */
  about: string;
};

export function RecordFiles({ attachments, link, about }: RecordFilesOptions) {
  const { t } = useTranslation();
  if (attachments.length === 0 && link === null) return null;
  return (
    <ul className="record-files">
      {attachments.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a record may name a file twice
        <li key={index}>
          <AttachmentLink
            file={file}
            label={
              attachments.length === 1
                ? undefined
                : t('View Attachment {number}', { number: index + 1 })
            }
            about={about}
          />
        </li>
      ))}
      {link !== null && (
        <li>
          <FileLink href={link} label={t('Click Here')} icon="outside" about={about} />
        </li>
      )}
    </ul>
  );
}
