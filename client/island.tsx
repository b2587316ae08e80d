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

/**
 * Server side of an island: the component's HTML between its props and a marker. The marker comes
 * last, so that the browser never meets a half-parsed island on a streamed page.
 */
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

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that cannot end its script element, nor start anything in it (docs/promises.md#s5). */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => ESCAPES[character] ?? '',
  );
}
