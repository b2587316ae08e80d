import { startTransition, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Hydrates an island over the HTML that the server made of it, from the same props. */
export function mountIsland<Props extends object>(
  Component: ComponentType<Props>,
  root: Element,
  props: Props,
): void {
  // In slices, between which the touch that started the island is answered.
  startTransition(() => {
    hydrateRoot(root, <Component {...props} />);
  });
}
