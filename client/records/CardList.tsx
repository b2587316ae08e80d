import type { ComponentType } from 'react';
import { useTranslation } from '../translation.tsx';
import { SHOW_STEP } from '../../shared/search.ts';

export type CardProps<Card> = {
  card: Card;
  /** Whether its picture is in the first screen. */
  isFirst: boolean;
  /** Of the first card of each further step, for links and focus. */
  id: string | undefined;
};

export type CardListProps<Card> = {
  cards: readonly Card[];
  /** Place of the first of them in the complete list, from 0. */
  firstPlace?: number;
  /** Memoised, so that a card that stays costs nothing. */
  Card: ComponentType<CardProps<Card>>;
  kind: string;
  /** Whether the browser may skip far cards; must not change with the cards, or all would be laid out anew. */
  isLong: boolean;
  emptyText: string;
};

/** `content-visibility` in cards.css skips cards far from the viewport. */
export function CardList<Card extends { key: number }>({
  cards,
  firstPlace = 0,
  Card,
  kind,
  isLong,
  emptyText,
}: CardListProps<Card>) {
  const { t } = useTranslation();
  if (cards.length === 0) return <p className="empty">{t(emptyText)}</p>;
  return (
    <div className={`cards cards-${kind}${isLong ? ' is-long' : ''}`}>
      {cards.map((card, index) => (
        <Card
          key={card.key}
          card={card}
          isFirst={firstPlace + index === 0}
          id={stepId(firstPlace + index)}
        />
      ))}
    </div>
  );
}

/** Element id of the first card of each further step. @param index from 0 */
export function stepId(index: number): string | undefined {
  return index > 0 && index % SHOW_STEP === 0 ? `card-${index + 1}` : undefined;
}
