import { createElement, type ComponentType, type HTMLAttributes } from 'react';
import { usePage } from '../page-context.tsx';

type KeptOptions = HTMLAttributes<HTMLElement> & {
  element: 'div' | 'footer' | 'nav' | 'section';
  Part: ComponentType;
};

/**
 * An element whose contents say the same whenever this path is rendered: no list, no date, nothing of
 * the address behind the path. React makes them once for each path.
 */
export function Kept({ element, Part, ...attributes }: KeptOptions) {
  // oxlint-disable-next-line react/no-danger -- React's own output, from the same components
  return createElement(element, { ...attributes, dangerouslySetInnerHTML: usePage().kept(Part) });
}
