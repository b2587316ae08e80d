import { useTranslation } from '../translation.tsx';
import { fileType } from '../../shared/documents.ts';
import { documentUrl, isExternal, relOf } from '../../shared/links.ts';
import type { FileId } from '../../shared/links.ts';

type RecordLinksOptions = {
  attachment: FileId | null;
  link: string | null;
  /** Name of the record: tells screen readers which of many links this is. */
  about: string;
};

/** A record's file and address, each only where it has one (R-055, R-056). */
export function RecordLinks({ attachment, link, about }: RecordLinksOptions) {
  const { t, path } = useTranslation();
  if (attachment === null && link === null) return null;
  const type = attachment === null ? null : fileType(attachment);
  return (
    <p className="record-links">
      {attachment !== null && (
        <a
          href={documentUrl(attachment)}
          aria-label={`${t('Attachment')}: ${about}${type === null ? '' : `, ${t(type)}`}`}
          data-facts={type === null ? undefined : t(type)}
          target="_blank"
          rel={relOf(documentUrl(attachment))}
        >
          {t('Attachment')}
        </a>
      )}
      {link !== null && (
        <a
          href={path(link)}
          aria-label={`${t('Click Here')}: ${about}`}
          rel={relOf(link)}
          target={isExternal(link) ? '_blank' : undefined}
        >
          {t('Click Here')}
        </a>
      )}
    </p>
  );
}
