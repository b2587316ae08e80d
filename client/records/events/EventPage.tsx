import { recordPage } from '../record-page.tsx';
import { AddToCalendar } from './AddToCalendar.tsx';

export const eventPage = recordPage({
  segment: 'Events',
  Actions: ({ record }) => <AddToCalendar event={record} />,
});
