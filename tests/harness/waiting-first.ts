import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits most begins first; what is left for the end are files of a second or two. */
const ORDER = ['long', 'browser', 'fast'];

/** The order of a whole run: its workers end together, whatever order their files come in. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

function place({ project }: TestSpecification): number {
  return ORDER.indexOf(project.name);
}
