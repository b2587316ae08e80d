import { Chooser } from './Chooser.tsx';
import { usePage } from '../page-context.tsx';
import { useList } from '../queries.ts';
import { Section } from '../parts/Section.tsx';

export function Home() {
  return (
    <>
      <h1>{usePage().title}</h1>
      <Section fallback={<p>…</p>}>
        <EventTitles />
      </Section>
    </>
  );
}

function EventTitles() {
  return (
    <ul>
      {useList('events').map((event) => (
        <li key={event.id}>{event.title}</li>
      ))}
    </ul>
  );
}

export function HomeWithChooser() {
  return (
    <>
      <Chooser />
      <Home />
    </>
  );
}
