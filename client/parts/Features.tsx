import { Figure } from './Figure.tsx';
import { Prose } from './Prose.tsx';
import { splitPictures, type ProseSection } from './prose-sections.ts';

/** Sections of a text: beside their pictures, on alternating sides, or with the heading beside the text. */
export function Features({ sections }: { sections: readonly ProseSection[] }) {
  return (
    <div className="features">
      {sections.map((section) => (
        <Feature key={section.heading} section={section} />
      ))}
    </div>
  );
}

/** By number of pictures: none, one beside the text, more in a row above it. */
const LOOKS = ['feature', 'feature feature-pictured', 'feature feature-row'];

function Feature({ section }: { section: ProseSection }) {
  const { pictures, text } = splitPictures(section.blocks);
  return (
    <section className={LOOKS[Math.min(pictures.length, 2)]}>
      <h2>{section.heading}</h2>
      {pictures.length > 0 && (
        <div className="feature-pictures">
          {pictures.map((block) => (
            <Figure key={block.picture} block={block} />
          ))}
        </div>
      )}
      <Prose blocks={text} />
    </section>
  );
}
