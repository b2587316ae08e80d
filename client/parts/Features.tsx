import { Figure, Prose } from './RichText.tsx';
import { splitPictures, type ProseSection } from './prose-sections.ts';
import { MixedText } from './MixedText.tsx';

type FeaturesOptions = {
  sections: readonly ProseSection[];
  /** The first section is in the first screen. */
  priority?: boolean;
};

/** Sections of a text: beside their pictures, on alternating sides, or with the heading beside the text. */
export function Features({ sections, priority = false }: FeaturesOptions) {
  return (
    <div className="features">
      {sections.map((section, index) => (
        <Feature key={section.heading} section={section} priority={priority && index === 0} />
      ))}
    </div>
  );
}

/** By number of pictures. */
const LOOKS = ['feature', 'feature feature-pictured', 'feature feature-row'];

function Feature({ section, priority }: { section: ProseSection; priority: boolean }) {
  const { pictures, text } = splitPictures(section.blocks);
  return (
    <section className={LOOKS[Math.min(pictures.length, 2)]}>
      <h2>
        <MixedText text={section.heading} />
      </h2>
      {pictures.length > 0 && (
        <div className="feature-pictures">
          {pictures.map((block) => (
            <Figure className="figure" key={block.picture} block={block} priority={priority} />
          ))}
        </div>
      )}
      <Prose blocks={text} />
    </section>
  );
}
