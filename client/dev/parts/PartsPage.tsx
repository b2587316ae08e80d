import type { LoaderFunctionArgs } from 'react-router-dom';
import { cards } from './cards.tsx';
import type { PartStates } from './examples.tsx';
import { forms } from './forms.tsx';
import { frame } from './frame.tsx';
import { moving } from './moving.tsx';
import { texts } from './texts.tsx';
import { definePage } from '../../define-page.ts';
import { usePage } from '../../page-context.tsx';
import { Layout } from '../../parts/Layout.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { PageLink } from '../../parts/PageLink.tsx';
import { preloadLists, type PreloadContext } from '../../queries.ts';
import { FRAME_LISTS, type PageAddress, type SiteRoute } from '../../routes.tsx';
import { CAMPUSES, type Campus } from '../../../shared/campuses.ts';

/** Every part by its group. A part's entry is added to its group; a test asks for one of each component. */
export const GROUPS: Readonly<Record<string, PartStates>> = { frame, texts, cards, forms, moving };

export const SCHEMES = ['light', 'dark'] as const;

export type Scheme = (typeof SCHEMES)[number];

type Choice = { campus: Campus; scheme: Scheme; group: string };

const parts = definePage({ title: 'Parts', Component: PartsPage, isIndexed: false });

/** A page of parts for each campus, scheme and group. */
export const PARTS: readonly (PageAddress & Choice)[] = CAMPUSES.flatMap((campus) =>
  SCHEMES.flatMap((scheme) =>
    Object.keys(GROUPS).map((group) => ({
      campus,
      language: 'en' as const,
      scheme,
      group,
      page: parts,
      path: `/_parts/${campus.toLowerCase()}/${scheme}/${group}`,
    })),
  ),
);

/** The tree of React Router for these pages, in the frame of all others. */
export const partsRoutes: SiteRoute[] = [
  {
    Component: Layout,
    children: PARTS.map(({ path, campus, group }) => ({
      path,
      loader({ context }: LoaderFunctionArgs<PreloadContext>) {
        preloadLists(context, FRAME_LISTS, campus);
        return null;
      },
      element: <PartsPage group={group} />,
    })),
  },
];

function PartsPage({ group = '' }: { group?: string }) {
  return (
    <>
      <PageHeader title={`Parts: ${group}`}>
        <Choices />
      </PageHeader>
      {Object.entries(GROUPS[group] ?? {}).map(([name, states]) => (
        <div className="section-inner parts-part" key={name}>
          <h2 id={name}>{name}</h2>
          {Object.entries(states).map(([state, element]) => (
            <div className="parts-state" key={state}>
              <p className="quiet">{state}</p>
              {element}
            </div>
          ))}
        </div>
      ))}
    </>
  );
}

/** The other groups here, and the same parts for the other campus and scheme. */
function Choices() {
  const { path } = usePage();
  const here = PARTS.find((choice) => choice.path === path);
  const groups = PARTS.filter(
    ({ campus, scheme }) => campus === here?.campus && scheme === here.scheme,
  );
  const looks = PARTS.filter(({ group }) => group === here?.group);
  return (
    <nav aria-label="Parts">
      <ul className="parts-choices">
        {groups.map(({ group, path: to }) => (
          <li key={to}>
            <PageLink to={to} aria-current={to === path ? 'page' : undefined}>
              {group}
            </PageLink>
          </li>
        ))}
      </ul>
      <ul className="parts-choices">
        {looks.map(({ campus, scheme, path: to }) => (
          <li key={to}>
            <PageLink to={to} aria-current={to === path ? 'page' : undefined}>
              {campus.toLowerCase()}, {scheme}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
