import { startTransition, useLayoutEffect, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandProps } from './island.tsx';
import { ENGLISH, inHindi, TranslationProvider } from './translation.tsx';

/** Resolves when the island responds to events. */
export function mountIsland<Props extends object>(
  Component: ComponentType<Props>,
  root: Element,
  props: IslandProps<Props>,
): Promise<void> {
  return new Promise((resolve) => {
    const { hindi } = props;
    const translation = hindi === undefined ? ENGLISH : inHindi(hindi);
    function Island() {
      useLayoutEffect(resolve, []);
      return (
        <TranslationProvider value={translation}>
          <Component {...props} />
        </TranslationProvider>
      );
    }
    // In slices, so that the touch that started the island is handled between them.
    startTransition(() => {
      hydrateRoot(root, <Island />);
    });
  });
}
