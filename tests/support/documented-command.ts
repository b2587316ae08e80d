import { readFileSync } from 'node:fs';

const DOCUMENTS = { operations: 'docs/operations.md', changelog: 'CHANGELOG.md' };

type Place = {
  document?: keyof typeof DOCUMENTS;
  heading: string;
  /** Words before the list of the step, where the section has several. */
  after?: string;
};

/** The command of a step, by its number or first words, below a heading of operations.md or the CHANGELOG. */
export function documentedCommand(place: Place, step: number | string): string {
  const { document = 'operations', heading, after = '' } = place;
  const [, section = ''] = readFileSync(DOCUMENTS[document], 'utf8').split(`\n## ${heading}\n`);
  const list = after === '' ? section : (section.split(after)[1] ?? '');
  const start = typeof step === 'number' ? `${step}. ` : step;
  const [, rest = ''] = list.split(`\n${start}`);
  const [text = ''] = rest.split(/\n(?:\d+\. |\n\S)/);
  const [, command] = /```sh\n(.*?)```/s.exec(text) ?? /: `([^`]+)`/.exec(text) ?? [];
  if (command === undefined) throw new Error(`${heading} has no command in step ${step}`);
  return command.replaceAll(/^ +/gm, '').replaceAll('YOUR.NAME', 'school.example');
}
