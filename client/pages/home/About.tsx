import { useCampus, useProse } from '../../page-context.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { Prose } from '../../parts/Prose.tsx';
import { Section } from '../../parts/Section.tsx';
import { TorchBearers } from './TorchBearers.tsx';

/** SPEC §2, home page 6. */
export function About() {
  const { aboutPicture } = useCampus();
  return (
    <section className="band" data-section="about" aria-labelledby="about-title">
      <div className="band-inner">
        <div className="about">
          <div className="about-text">
            <h2 id="about-title">About Us</h2>
            <Prose blocks={useProse('about-us').blocks} />
          </div>
          <SitePicture
            name={aboutPicture.picture}
            alt={aboutPicture.alt}
            className="about-picture"
          />
        </div>
        <Section fallback={null}>
          <TorchBearers />
        </Section>
      </div>
    </section>
  );
}
