import { AttachmentLink, FileLink } from './FileLink.tsx';
import { useTranslation } from '../translation.tsx';
import type { FileId } from '../../shared/links.ts';

type RecordLinksOptions = {
  attachment: FileId | null;
  link: string | null;
  /** Name of the record. */
  about: string;
};

/** A record's file and address, each only where it has one. */
export function RecordLinks({ attachment, link, about }: RecordLinksOptions) {
  const { t } = useTranslation();
  if (attachment === null && link === null) return null;
  return (
    <p className="record-links row">
      <AttachmentLink file={attachment} label={t('Attachment')} icon={null} about={about} />
      {link !== null && <FileLink href={link} label={t('Click Here')} icon={null} about={about} />}
    </p>
  );
}
