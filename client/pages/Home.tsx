import { Chooser } from './Chooser.tsx';
import { HomeSections } from './home/HomeSections.tsx';

/** A campus's home page. */
export function Home() {
  return <HomeSections Heading="h1" />;
}

/** `/`: the choice of the campus first, whose heading is the page's. */
export function HomeWithChooser() {
  return (
    <>
      <Chooser />
      <HomeSections Heading="h2" />
    </>
  );
}
