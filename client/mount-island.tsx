import {
  Component,
  startTransition,
  useLayoutEffect,
  type ComponentType,
  type ReactNode,
} from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandProps } from './island.tsx';
import { rememberFields } from './rebuilt-fields.ts';
import { TranslationProvider } from './translation.tsx';
import { ENGLISH, inHindi } from '../shared/translation.ts';

/** Resolves when the island responds to events. */
export function mountIsland<Props extends object>(
  IslandComponent: ComponentType<Props>,
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
          <IslandComponent {...props} />
        </TranslationProvider>
      );
    }
    // A transition renders in slices: the touch that started the island is handled between them.
    startTransition(() => {
      hydrateRoot(
        root,
        <Restart>
          <Fields root={root} />
          <Island />
        </Restart>,
      );
    });
  });
}

/** Stands before the island, whose effects read the fields. A rebuild is rendered and committed in one task. */
function Fields({ root }: { root: Element }) {
  const restore = rememberFields(root);
  const restoreTexts = followTexts(root);
  // It renders once, when it is mounted.
  useLayoutEffect(() => {
    restore();
    restoreTexts();
  });
  return null;
}

/**
 * When React hydrates a textarea, it gives it the text of the server again.
 * @returns to be called after that: gives back what was typed, and the caret.
 */
function followTexts(root: Element): () => void {
  const areas = [...root.querySelectorAll('textarea')];
  const read = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    [value, selectionStart, selectionEnd] as const;
  const states = new Map(areas.map((area) => [area, read(area)]));
  const follow = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) states.set(target, read(target));
  };
  root.addEventListener('input', follow, true);
  return () => {
    root.removeEventListener('input', follow, true);
    for (const [area, [value, start, end]] of states) {
      if (area.value !== value) area.value = value;
      if (area === document.activeElement) area.setSelectionRange(start, end);
    }
  };
}

/**
 * Mounts its children anew after an error: React cannot update what a translator has replaced
 * (https://github.com/facebook/react/issues/11538). An error of the first render goes on.
 */
class Restart extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError(): object {
    return {};
  }

  override state = {};

  override render(): ReactNode {
    return this.props.children;
  }
}
