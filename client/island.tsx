import type { ComponentType } from 'react';
import type { HindiTexts } from '../shared/fill-text.ts';
import { TranslationProvider } from './translation.tsx';
import { ENGLISH, inHindi } from '../shared/translation.ts';
import { usePage } from './page-context.tsx';

export type IslandProps<Props extends object> = Props & { hindi?: HindiTexts };

type IslandOptions<Props extends object> = {
  /** File in client/islands, which exports a component of the same name. */
  name: string;
  component: ComponentType<Props>;
  /** Plain JSON: the browser hydrates with what the page carries. */
  props: Props;
  /** An island that keeps its data fresh: after these seconds it starts when the page is looked at again. */
  freshSeconds?: number;
};

/** Props, HTML, then a marker: a streamed page may be cut before it. */
export function Island<Props extends object>({
  name,
  component: Component,
  props,
  freshSeconds,
}: IslandOptions<Props>) {
  const { moduleUrls, hindiTexts } = usePage();
  const modules = moduleUrls(name).join(' ');
  const hindi = hindiTexts(name);
  const islandProps: IslandProps<Props> = { ...props, hindi };
  return (
    <>
      <script type="application/json">{jsonForHtml(islandProps)}</script>
      <div className="island">
        <TranslationProvider value={hindi === undefined ? ENGLISH : inHindi(hindi)}>
          <Component {...props} />
        </TranslationProvider>
      </div>
      <span hidden data-island={name} data-modules={modules} data-fresh-seconds={freshSeconds} />
    </>
  );
}

/** JSON that is safe inside a script element (docs/promises.md#s5). */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
