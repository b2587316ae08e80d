import { startTransition, useLayoutEffect, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Hydrates an island over the HTML that the server made of it, from the same props. Resolves when it answers events. */
export function mountIsland<Props extends object>(
  Component: ComponentType<Props>,
  root: Element,
  props: Props,
): Promise<void> {
  return new Promise((resolve) => {
    function Island() {
      useLayoutEffect(resolve, []);
      return <Component {...props} />;
    }
    // In slices, between which the touch that started the island is answered.
    startTransition(() => {
      hydrateRoot(root, <Island />);
    });
  });
}
