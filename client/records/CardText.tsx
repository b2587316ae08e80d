import { LinkedText } from '../parts/LinkedText.tsx';
import { RecordLink } from '../parts/RecordLink.tsx';
import { excerpt } from '../../shared/excerpt.ts';
import { baseDirection } from '../../shared/script-runs.ts';
import { endOfLink } from '../../shared/text-links.ts';

type Described = { description: string; href: string | null };

/** Characters: three lines of the widest card. */
const MAX_TEXT = 240;

/** The beginning of a record's text, which is on its page; all of it where it has none. */
export function cardText({ description, href }: Described): string {
  if (href === null || description.length <= MAX_TEXT) return description;
  const last = MAX_TEXT - 1;
  const space = description.slice(0, last).search(/\s\S*$/);
  const start = description.slice(0, endOfLink(description, space > 0 ? space : last));
  return `${start.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** Three lines, where the record has a page. */
export function CardText({ card }: { card: Described }) {
  const text = cardText(card);
  if (text === '') return null;
  return (
    <p className={card.href === null ? 'whole-text' : 'clamped'} dir={baseDirection(text)}>
      <LinkedText text={text} />
    </p>
  );
}

/** In a card without a title its text is the link. */
export function CardTextLink({ card: { description, href } }: { card: Described }) {
  if (description === '') return null;
  return (
    <p className="clamped" dir={baseDirection(description)}>
      <RecordLink href={href} text={excerpt(description, MAX_TEXT)} className="card-link" />
    </p>
  );
}
