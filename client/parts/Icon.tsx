/** Outlines on a 24 by 24 grid, drawn for this site. */
export const ICON_PATHS = {
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  back: 'M20 12H5m6-6-6 6 6 6',
  close: 'M5 5l14 14M19 5 5 19',
  menu: 'M3 6h18M3 12h18M3 18h18',
  phone:
    'M5 3h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 5 5',
  mail: 'M3 5h18v14H3zm0 1 9 7 9-7',
  place:
    'M12 22s7-7.5 7-13a7 7 0 0 0-14 0c0 5.5 7 13 7 13zm0-10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  news: 'M4 5h13v14H4zm13 4h3v8l-2 2h-1M7 9h7m-7 4h7m-7 3h4',
  calendar: 'M4 5h16v16H4zm0 5h16M8 2v5m8-5v5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l3 3',
  file: 'M14 3H5v18h14V8zm0 0v5h5M9 13h6m-6 4h6',
  download: 'M12 3v12m-5-5 5 5 5-5M4 20h16',
  share: 'M12 3v12M8 7l4-4 4 4M6 11H4v10h16V11h-2',
  chat: 'M4 20l1.4-4A8.5 8.5 0 1 1 9 19.3z',
  movement: 'M3 7h6m-8 5h6m-4 5h6m6.5-11.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z',
  outside: 'M9 5H4v15h15v-5M13 4h7v7m0-7-9 9',
} as const;

export type IconName = keyof typeof ICON_PATHS;

export function Icon({ name }: { name: IconName }) {
  return <Outline path={ICON_PATHS[name]} />;
}

/** Decorative: hidden from screen readers. */
export function Outline({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
