import type { ComponentType } from 'react';
import { SHOW_STEP } from '../../shared/search.ts';

export type CardProps<Card> = {
  card: Card;
  /** Whether its picture is in the first screen. */
  isFirst: boolean;
  /** Of the first card of each further step, for links and focus. */
  id: string | undefined;
};

type CardListProps<Card> = {
  cards: readonly Card[];
  /** Memoised, so that a card that stays costs nothing. */
  Card: ComponentType<CardProps<Card>>;
  /** For the look, `cards-{kind}`. */
  kind: string;
  /**
   * Whether the browser may skip cards that are far from the screen, whose heights are foretold then, not
   * known. Must stay the same while the cards change, as all would be laid out anew.
   */
  isLong: boolean;
  /** Stands in for the cards when there are none. */
  emptyText: string;
};

/** The cards of a list as far as they are shown; the browser skips those that are far from the screen (lists/cards.css). */
export function CardList<Card extends { key: number }>({
  cards,
  Card,
  kind,
  isLong,
  emptyText,
}: CardListProps<Card>) {
  if (cards.length === 0) return <p className="empty">{emptyText}</p>;
  return (
    <div className={`cards cards-${kind}${isLong ? ' is-long' : ''}`}>
      {cards.map((card, index) => (
        <Card key={card.key} card={card} isFirst={index === 0} id={stepId(index)} />
      ))}
    </div>
  );
}

/** Element id of the card at a place (from 0) where a further step begins. */
export function stepId(index: number): string | undefined {
  return index > 0 && index % SHOW_STEP === 0 ? `card-${index + 1}` : undefined;
}
