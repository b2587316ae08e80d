import type { ComponentType } from 'react';
import { usePage } from './page-context.tsx';

type IslandOptions<Props extends object> = {
  /** File in client/islands, which exports a component of the same name. */
  name: string;
  component: ComponentType<Props>;
  /** Plain JSON: the browser hydrates with what the page carries. */
  props: Props;
  /** An island that keeps its data fresh: after these seconds it starts when the page is looked at again. */
  freshSeconds?: number;
};

/** An island's HTML between its props and a marker, which comes last: a streamed page may end before it. */
export function Island<Props extends object>({
  name,
  component: Component,
  props,
  freshSeconds,
}: IslandOptions<Props>) {
  const modules = usePage().moduleUrls(name).join(' ');
  return (
    <>
      <script type="application/json">{jsonForHtml(props)}</script>
      <div className="island">
        <Component {...props} />
      </div>
      <span hidden data-island={name} data-modules={modules} data-fresh-seconds={freshSeconds} />
    </>
  );
}

/** JSON that cannot end its script element, nor start anything in it (docs/promises.md#s5). */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
