import { MixedText } from './MixedText.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';
import { fileType } from '../../shared/documents.ts';
import { documentUrl, isExternal, linkRel, type FileId } from '../../shared/links.ts';

type FileLinkOptions = {
  href: string;
  label: string;
  /** Null for a link in a line of text. */
  icon: IconName | null;
  /** It tells screen readers which of many such links it is. */
  about: string;
  /** What the file is, "PDF". */
  type?: string | null;
};

export function FileLink({ href, label, icon, about, type = null }: FileLinkOptions) {
  const { t, path } = useTranslation();
  const inNewTab = isExternal(href) || href.startsWith('/api/image/');
  return (
    <a
      className={icon === null ? undefined : 'file-link'}
      href={path(href)}
      data-facts={type === null ? undefined : t(type)}
      {...(inNewTab && { target: '_blank', rel: linkRel(href) })}
    >
      {icon !== null && <Icon name={icon} />}
      {label}
      <About text={about} />
      {type !== null && <span className="visually-hidden">, {t(type)}</span>}
    </a>
  );
}

/** It ends a link with the record that it is about, for screen readers, in its language. */
export function About({ text }: { text: string }) {
  return (
    <span className="visually-hidden">
      : <MixedText text={text} />
    </span>
  );
}

type AttachmentLinkOptions = Pick<FileLinkOptions, 'about'> &
  Partial<Pick<FileLinkOptions, 'label' | 'icon'>> & { file: FileId | null };

export function AttachmentLink({ file, label, icon = 'file', about }: AttachmentLinkOptions) {
  const { t } = useTranslation();
  if (file === null) return null;
  return (
    <FileLink
      href={documentUrl(file)}
      label={label ?? t('View Attachment')}
      icon={icon}
      about={about}
      type={fileType(file)}
    />
  );
}
