import { Icon } from './Icon.tsx';

/** Stops all movement, here and on later pages (parts/movement.ts); takes its place at once, is seen when it works. */
export function MovementSwitch() {
  return (
    <button
      type="button"
      className="icon-button movement-switch"
      aria-pressed="false"
      aria-label="Stop all movement"
      title="Stop all movement"
    >
      <Icon name="movement" />
    </button>
  );
}
