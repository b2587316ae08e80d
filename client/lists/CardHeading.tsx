import { RecordLink } from '../parts/RecordLink.tsx';

/** The title of a card, which leads to the record's page where it has one. */
export function CardHeading({ title, href }: { title: string; href: string | null }) {
  if (title === '') return null;
  return (
    <h2 className="card-title">
      <RecordLink href={href}>{title}</RecordLink>
    </h2>
  );
}
