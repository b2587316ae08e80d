import { Icon } from './Icon.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { documentFacts, documentPath, type SiteDocument } from '../../shared/documents.ts';

/** Every PDF that the content names has one. */
export function useDocument(file: string): SiteDocument {
  const document = usePage().content.documents.find((each) => each.file === file);
  if (document === undefined) throw new Error(`no document ${file} in the content`);
  return document;
}

export function DocumentLink({ file, label }: { file: string; label?: string }) {
  const { path } = useTranslation();
  const document = useDocument(file);
  return (
    <a className="file-link" href={path(documentPath(usePage().campus, file))}>
      <Icon name="file" />
      <span>
        {label ?? document.title} <span className="quiet">{documentFacts(document)}</span>
      </span>
    </a>
  );
}
