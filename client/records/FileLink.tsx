import { Icon, type IconName } from '../parts/Icon.tsx';
import { useTranslation } from '../translation.tsx';
import { fileType } from '../../shared/documents.ts';
import { documentUrl, isExternal, relOf } from '../../shared/links.ts';
import type { FileId } from '../../shared/links.ts';

type FileLinkOptions = {
  href: string;
  label: string;
  icon: IconName;
  about: string;
  /** What the file is, "PDF". */
  type?: string | null;
};

/** `about` is for screen readers. */
export function FileLink({ href, label, icon, about, type = null }: FileLinkOptions) {
  const { t, path } = useTranslation();
  const inNewTab = isExternal(href) || href.startsWith('/api/image/');
  return (
    <a
      className="file-link"
      href={path(href)}
      aria-label={`${label}: ${about}${type === null ? '' : `, ${t(type)}`}`}
      data-facts={type === null ? undefined : t(type)}
      {...(inNewTab && { target: '_blank', rel: relOf(href) })}
    >
      <Icon name={icon} />
      {label}
    </a>
  );
}

export function AttachmentLink({ file, about }: { file: FileId | null; about: string }) {
  const { t } = useTranslation();
  if (file === null) return null;
  return (
    <FileLink
      href={documentUrl(file)}
      label={t('View Attachment')}
      icon="file"
      about={about}
      type={fileType(file)}
    />
  );
}
