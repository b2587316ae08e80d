import { Icon, type IconName } from '../parts/Icon.tsx';
import { documentUrl, isExternal, relOf } from '../../shared/links.ts';
import type { FileId } from '../../shared/records.ts';

type FileLinkOptions = { href: string; label: string; icon: IconName; about: string };

/** A link of a card; `about` tells screen readers which of the cards it belongs to. */
export function FileLink({ href, label, icon, about }: FileLinkOptions) {
  const inNewTab = isExternal(href) || href.startsWith('/api/image/');
  return (
    <a
      className="file-link"
      href={href}
      aria-label={`${label}: ${about}`}
      {...(inNewTab && { target: '_blank', rel: relOf(href) })}
    >
      <Icon name={icon} />
      {label}
    </a>
  );
}

/** The file of a record, where it has one. */
export function AttachmentLink({ file, about }: { file: FileId | null; about: string }) {
  if (file === null) return null;
  return <FileLink href={documentUrl(file)} label="View Attachment" icon="file" about={about} />;
}
