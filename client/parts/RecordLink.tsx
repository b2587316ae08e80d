import { MixedText } from './MixedText.tsx';
import { useTranslation } from '../translation.tsx';

type RecordLinkOptions = { href: string | null; text: string; className?: string };

export function RecordLink({ href, text, className }: RecordLinkOptions) {
  const { path } = useTranslation();
  const words = <MixedText text={text} />;
  if (href === null) return words;
  return (
    <a className={className} href={path(href)}>
      {words}
    </a>
  );
}
