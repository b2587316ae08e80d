/** Placeholder of a list that is loading. */
export function Skeleton({ shape }: { shape: 'cards' | 'lines' }) {
  return <div className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}
