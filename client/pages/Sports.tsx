import { definePage } from '../define-page.ts';
import { Features, isPicture, useSections } from '../parts/Features.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Figure, Prose } from '../parts/RichText.tsx';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import type { Block, PictureBlock } from '../../shared/prose.ts';

export const sports = definePage({ title: 'Sports', Component: Sports });

function Sports() {
  const { opening, sections } = useSections('sports');
  const [main, ...others] = sections;
  const { before, games } = toGames(main?.blocks ?? []);
  return (
    <>
      <PageHeader opening={opening} />
      {main !== undefined && (
        <Section look="section-sunk">
          <div className="games-head">
            <h2 id={main.id}>
              <MixedText text={main.heading} />
            </h2>
            <Prose blocks={before} />
          </div>
          <div className="games">
            {games.map(({ picture, text }) => (
              <div key={picture.picture} className="game">
                <Figure className="figure" block={picture} />
                <Prose blocks={text} />
              </div>
            ))}
          </div>
        </Section>
      )}
      <Section>
        <Features sections={others} />
      </Section>
      <Section look="section-sunk section-compact">
        <Related />
      </Section>
    </>
  );
}

type Game = { picture: PictureBlock; text: Block[] };

function toGames(blocks: readonly Block[]): { before: Block[]; games: Game[] } {
  const before: Block[] = [];
  const games: Game[] = [];
  for (const block of blocks) {
    if (isPicture(block)) games.push({ picture: block, text: [] });
    else (games.at(-1)?.text ?? before).push(block);
  }
  return { before, games };
}
