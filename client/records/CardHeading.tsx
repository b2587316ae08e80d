import { RecordLink } from '../parts/RecordLink.tsx';
import { recordName } from '../../shared/records/record-name.ts';
import { useTranslation } from '../translation.tsx';
import type { Day } from '../../shared/dates.ts';
import { baseDirection } from '../../shared/script-runs.ts';

type Card = { title: string; description: string; day: Day | null; href: string | null };

type CardHeadingProps = {
  card: Card;
  /** "Event" */
  kind: string;
  /** It is `h3` below a heading of a group. */
  level?: 'h2' | 'h3';
};

/** The title of a card, linked to the record's page. Without a title the link names the day, else the beginning of the text. */
export function CardHeading({ card, kind, level: Heading = 'h2' }: CardHeadingProps) {
  const { title, day, href } = card;
  const translation = useTranslation();
  if (title !== '')
    return (
      <Heading className="card-title" dir={baseDirection(title)}>
        <RecordLink href={href} text={title} className="card-link" />
      </Heading>
    );
  if (href === null) return null;
  const named = day === null ? card : { title, day };
  return (
    <p>
      <RecordLink
        href={href}
        text={recordName(named, kind, translation)}
        className="more card-link"
      />
    </p>
  );
}
