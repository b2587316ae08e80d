import { Icon } from './Icon.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { documentFacts, documentPath, type SiteDocument } from '../../shared/documents.ts';

export function DocumentLink({ document, label }: { document: SiteDocument; label?: string }) {
  const { path } = useTranslation();
  return (
    <a className="file-link" href={path(documentPath(usePage().campus, document.file))}>
      <Icon name="file" />
      <span>
        {label ?? document.title} <span className="quiet">{documentFacts(document)}</span>
      </span>
    </a>
  );
}
