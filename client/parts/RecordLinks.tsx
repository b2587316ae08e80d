import { fileUrl, isExternal } from '../../shared/links.ts';
import type { FileRef } from '../../shared/records.ts';

type RecordLinksOptions = {
  attachment: FileRef | null;
  link: string | null;
  /** Title of the record: tells screen readers which of many links this is. */
  about: string;
};

/** A record's file and address, each only where it has one (SPEC §2, pop-ups). */
export function RecordLinks({ attachment, link, about }: RecordLinksOptions) {
  if (attachment === null && link === null) return null;
  return (
    <p className="record-links">
      {attachment !== null && (
        <a
          href={fileUrl(attachment)}
          aria-label={`Attachment: ${about}`}
          target="_blank"
          rel="noopener"
        >
          Attachment
        </a>
      )}
      {link !== null && (
        <a
          href={link}
          aria-label={`Click Here: ${about}`}
          // Nobody has looked at where a record's link leads, so search engines need not follow it.
          rel="noopener nofollow"
          target={isExternal(link) ? '_blank' : undefined}
        >
          Click Here
        </a>
      )}
    </p>
  );
}
