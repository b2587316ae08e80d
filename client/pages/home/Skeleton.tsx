/** Holds the place of a list that is on its way; nothing in it moves. */
export function Skeleton({ shape }: { shape: 'cards' | 'lines' }) {
  return <div className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}
