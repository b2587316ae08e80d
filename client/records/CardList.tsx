import type { ComponentType, ReactNode } from 'react';
import type { Pictured, PictureFocus } from './CardPicture.tsx';
import { useTranslation } from '../translation.tsx';
import { SHOW_STEP } from '../../shared/query-params.ts';

export type CardProps<Card> = {
  card: Card;
  /** Whether its picture is in the first screen. */
  isFirst: boolean;
  /** The first card of each further step has one, for links and focus. */
  id: string | undefined;
  /** The focal point of its picture, where it is known. */
  focus: string | undefined;
};

/** The title is null where the list has one group. */
export type CardGroup<Card> = {
  title: string | null;
  cards: readonly Card[];
  /** A phone shows the cards without pictures. */
  isPast?: true;
};

type CardListProps<Card> = {
  groups: readonly CardGroup<Card>[];
  /** How many cards are shown of all groups together. */
  limit: number;
  /** Memoised, so that a card that stays costs nothing. */
  Card: ComponentType<CardProps<Card>>;
  kind: string;
  focus: PictureFocus;
  /** Whether the browser may skip far cards; must not change with the cards, or all would be laid out anew. */
  isLong: boolean;
  /** Follows the first heading. */
  children: ReactNode;
};

/** A group without cards has no heading. `content-visibility` in cards.css skips cards far from the viewport. */
export function CardList<Card extends Pictured & { key: number }>({
  groups,
  limit,
  Card,
  kind,
  focus,
  isLong,
  children,
}: CardListProps<Card>) {
  const { t } = useTranslation();
  return groups.map(({ title, cards, isPast }, index) => {
    const firstPlace = groups.slice(0, index).flatMap((before) => before.cards).length;
    const shown = cards.slice(0, Math.max(0, limit - firstPlace));
    if (shown.length === 0) return null;
    const list = (
      <div key={kind} className={`cards cards-${kind}${isLong ? ' is-long' : ''}`}>
        {shown.map((card, place) => (
          <Card
            key={card.key}
            card={card}
            isFirst={firstPlace + place === 0}
            id={stepId(firstPlace + place)}
            focus={focus[card.image ?? '']}
          />
        ))}
      </div>
    );
    if (title === null) return list;
    return (
      <section
        key={title}
        className={isPast ? 'card-group card-group-past' : 'card-group'}
        aria-label={t(title)}
        data-claim={title === 'Today' ? '' : undefined}
      >
        <h2 className="card-group-title">{t(title)}</h2>
        {firstPlace === 0 && children}
        {list}
      </section>
    );
  });
}

/** Element id of the first card of each further step. @param index from 0 */
export function stepId(index: number): string | undefined {
  return index > 0 && index % SHOW_STEP === 0 ? `card-${index + 1}` : undefined;
}
