import {
  memo,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { isComplete, nextStage, PART_SIZE, startStage, completeStage } from './stages.ts';

/** How long the filters must rest before the parts below the first follow, in milliseconds: typing comes first. */
const REST_MS = 150;

export type CardProps<Card> = {
  card: Card;
  /** Whether its picture is in the first screen. */
  isFirst: boolean;
};

type CardListProps<Card> = {
  cards: readonly Card[];
  /** Memoised, so that a card that stays costs nothing. */
  Card: ComponentType<CardProps<Card>>;
  /** For the look, `cards-{kind}`. */
  kind: string;
  /**
   * Whether the browser may skip what is far from the screen, whose heights are foretold then, not known.
   * Must stay the same while the cards change: to look through them all for it takes longer than to
   * replace them.
   */
  isLong: boolean;
  /** Stands in for the cards when there are none. */
  emptyText: string;
};

/** Cards of a list of any length, in parts that the browser skips while they are far from the screen (lists/cards.css). */
export function CardList<Card extends { key: number }>({
  cards,
  Card,
  kind,
  isLong,
  emptyText,
}: CardListProps<Card>) {
  const [stage, setStage] = useState(() => completeStage(cards));
  if (stage.target !== cards) setStage(startStage(stage, cards));

  useEffect(() => {
    if (isComplete(stage)) return undefined;
    // The first part is there; the others follow one by one, each in a frame of its own.
    const timer = setTimeout(
      () => startTransition(() => setStage(nextStage)),
      stage.ready === 1 ? REST_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [stage]);

  return (
    <div className={isLong ? 'card-list is-long' : 'card-list'}>
      {cards.length === 0 && <p className="empty">{emptyText}</p>}
      {stage.parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part is its place: cards move between parts
        <div key={index} className={classesOf(part, kind)} hidden={index >= stage.ready}>
          <Part cards={part} Card={Card} isFirst={index === 0} />
        </div>
      ))}
    </div>
  );
}

function classesOf(part: readonly unknown[], kind: string): string {
  return part.length === PART_SIZE ? `cards cards-${kind} is-full` : `cards cards-${kind}`;
}

type PartProps<Card> = Pick<CardListProps<Card>, 'cards' | 'Card'> & { isFirst: boolean };

function CardsOfPart<Card extends { key: number }>({
  cards,
  Card,
  isFirst,
}: PartProps<Card>): ReactNode {
  return cards.map((card, place) => (
    <Card key={card.key} card={card} isFirst={isFirst && place === 0} />
  ));
}

/** A part that stays as it is, shown or hidden, costs one comparison. `memo` drops the type parameter. */
const Part = memo(CardsOfPart) as typeof CardsOfPart;
