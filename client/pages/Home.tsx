import { definePage } from '../define-page.ts';
import { Chooser } from './Chooser.tsx';
import { HomeSections } from './home/HomeSections.tsx';
import type { ListName } from '../../shared/records/provider-lists.ts';

const HOME = {
  lists: [
    'notification',
    'onlineRegistration',
    'principalMessage',
    'events',
    'news',
    'birthdays',
    'gallery',
  ] satisfies ListName[],
  searchKeys: ['sent', 'topic'] as const,
  form: 'getInTouch' as const,
  isEntrance: true,
};

export const farrukhabadHome = definePage({ ...HOME, title: 'Farrukhabad', Component: Home });

export const nekpurHome = definePage({ ...HOME, title: 'Nekpur', Component: Home });

/** `/`: the heading of the chooser is the page's. */
export const homeWithChooser = definePage({ ...HOME, title: 'Home', Component: HomeWithChooser });

function Home() {
  return <HomeSections Heading="h1" />;
}

function HomeWithChooser() {
  return (
    <>
      <Chooser />
      <HomeSections Heading="h2" />
    </>
  );
}
