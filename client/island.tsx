import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { preloadModule } from 'react-dom';
import { usePage } from './page-context.tsx';
import { listQuery } from './queries.ts';
import type { ListName } from '../shared/provider-lists.ts';

/** What an island carries in the page, for mount-island.tsx. */
export type IslandData = {
  props: object;
  /** Lists that the server rendered the island with: `[query key, records]`. */
  lists: readonly (readonly [key: readonly unknown[], records: unknown])[];
};

type IslandOptions<Props extends object> = {
  /** File in client/islands, which exports a component of the same name. */
  name: string;
  component: ComponentType<Props>;
  props: Props;
  /** Lists that the component reads with `listQuery`. */
  lists?: readonly ListName[];
  /** Loaded at once rather than when it comes near the viewport. */
  eager?: boolean;
};

/**
 * Server side of an island: the component's HTML between its data and a marker. The marker comes
 * last, so that the browser never meets a half-parsed island on a streamed page.
 */
export function Island<Props extends object>({
  name,
  component: Component,
  props,
  lists = [],
  eager = false,
}: IslandOptions<Props>) {
  const page = usePage();
  const queryClient = useQueryClient();
  if (eager) for (const url of page.moduleUrls(name)) preloadModule(url, { as: 'script' });
  const data: IslandData = {
    props,
    lists: lists.map((list) => {
      const { queryKey } = listQuery(list, page.campus);
      return [queryKey, queryClient.getQueryData(queryKey) ?? []];
    }),
  };
  return (
    <>
      <script type="application/json">{jsonForHtml(data)}</script>
      <div className="island">
        <Component {...props} />
      </div>
      <span hidden data-island={name} data-when={eager ? 'now' : 'near'} />
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

/** JSON that cannot end its script element, nor start anything in it (RELIABILITY S5). */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => ESCAPES[character] ?? '',
  );
}
