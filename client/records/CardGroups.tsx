import type { ReactNode } from 'react';
import { CardList, type CardListProps } from './CardList.tsx';
import { useTranslation } from '../translation.tsx';

export type CardGroup<Card> = { title: string; cards: readonly Card[] };

type CardGroupsProps<Card> = Omit<CardListProps<Card>, 'cards' | 'firstPlace'> & {
  groups: readonly CardGroup<Card>[];
  /** How many cards are shown of all groups together. */
  limit: number;
  /** Follows the first heading. */
  children?: ReactNode;
};

/** A group without cards has no heading. */
export function CardGroups<Card extends { key: number }>({
  groups,
  limit,
  children,
  ...look
}: CardGroupsProps<Card>) {
  const { t } = useTranslation();
  const shown = groups
    .map((group, index) => {
      const firstPlace = groups
        .slice(0, index)
        .reduce((places, { cards }) => places + cards.length, 0);
      return { ...group, firstPlace, cards: group.cards.slice(0, Math.max(0, limit - firstPlace)) };
    })
    .filter(({ cards }) => cards.length > 0);
  if (shown.length === 0)
    return (
      <>
        <CardList {...look} cards={[]} />
        {children}
      </>
    );
  return shown.map(({ title, cards, firstPlace }, index) => (
    <section key={title} className="card-group" aria-label={t(title)}>
      <h2 className="card-group-title">{t(title)}</h2>
      {index === 0 && children}
      <CardList {...look} cards={cards} firstPlace={firstPlace} />
    </section>
  ));
}
